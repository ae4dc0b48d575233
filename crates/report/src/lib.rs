//! Results as frames, tables, charts and documents.
