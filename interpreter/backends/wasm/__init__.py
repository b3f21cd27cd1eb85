"""The WebAssembly backend: programs of rules that run fast without a compiler, under wasmtime."""
