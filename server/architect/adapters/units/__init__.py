"""Where units run: in processes of their own."""
