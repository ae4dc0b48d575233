#!/usr/bin/env bash
# Makes the environment of the Python peers, beside this file.
set -euo pipefail
cd "$(dirname "$0")"

if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    echo "python3 with the modules venv and ensurepip is missing: on Debian install python3-venv" >&2
    exit 1
fi
python3 -m venv .venv
.venv/bin/pip install --quiet --requirement requirements.txt
.venv/bin/pip list --format freeze | grep --ignore-case --extended-regexp '^(numpy|numba|scipy|icepool)=='
