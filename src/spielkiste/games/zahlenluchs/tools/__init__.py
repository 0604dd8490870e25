"""What makes data offline: the network, the weights for four, and a table of exact chances."""
