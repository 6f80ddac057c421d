zero = 0
