"""The shelf: data sheets that a user's own uploads taught, which lists of names are filled in from."""
