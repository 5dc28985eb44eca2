"""One module for each revision, named after it: v0001_tables.py is revision 0001."""
