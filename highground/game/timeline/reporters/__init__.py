"""One function for each kind of event, which writes its entry in the timeline."""
