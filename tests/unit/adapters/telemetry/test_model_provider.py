from tests.support.table import table

from architect.adapters.telemetry.model_provider import provider_and_model


@table(
    ("name", "expected"),
    [
        ("gpt-4.1", ("openai", "gpt-4.1")),
        ("openai/gpt-4.1", ("openai", "gpt-4.1")),
        ("anthropic/claude-sonnet-4", ("anthropic", "claude-sonnet-4")),
        ("bedrock/anthropic.claude-x", ("aws.bedrock", "anthropic.claude-x")),
        ("openrouter/x-ai/grok-4", ("openrouter", "x-ai/grok-4")),
        ("deepseek-ai/DeepSeek-V3", ("deepseek", "deepseek-ai/DeepSeek-V3")),
        ("Qwen/Qwen3-Coder", ("unknown", "Qwen/Qwen3-Coder")),
        ("/home/me/models/q.gguf", ("unknown", "q.gguf")),
        (r"C:\models\q.gguf", ("unknown", "q.gguf")),
        ("ollama/../x/q.gguf", ("ollama", "q.gguf")),
        ("recorded/runs/secret/s.json", ("recorded", "s.json")),
        ("hosted_vllm//data/llama", ("vllm", "llama")),
        ("vscode", ("vscode", "vscode")),
    ],
)
def test_a_model_is_named_by_its_provider(name: str, expected: tuple[str, str]) -> None:
    assert provider_and_model(name) == expected
