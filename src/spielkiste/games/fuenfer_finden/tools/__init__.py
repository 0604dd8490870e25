"""What makes and measures the planner's data, offline."""
