//! What the file may do: run its own style and script, and nothing else.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The Content Security Policy that lets just these two run, each by its hash (Content Security Policy Level 3, 2.3.1).
pub(super) fn policy(style: &str, script: &str) -> String {
    let [style, script] = [style, script].map(|text| STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; base-uri 'none'; form-action 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::policy;

    /// The example of the standard: `alert('Hello, world.');` (Content Security Policy Level 3, 7.2).
    #[test]
    fn the_hash_is_that_of_the_standard() {
        let policy = policy("", "alert('Hello, world.');");
        assert!(policy.contains("script-src 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"), "{policy}");
    }
}
