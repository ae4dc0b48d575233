//! Exact answers: finite chains and simultaneous-move games, from the rules themselves.
