"""Workflows with their adapters: where units run, where trees and records are kept."""
