"""Reading tables and dice trays from photos. Knows nothing of battles: it says what lies where."""
