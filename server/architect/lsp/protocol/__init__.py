"""What goes over the wire: parameters, results, client requests, errors, features."""
