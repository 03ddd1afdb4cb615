//! What the agent may call here.
