"""What goes with a message."""

from architect.cli.attached_files import AttachedFiles
from architect.domain.run_request import Attachment


def test_the_newest_outputs_of_commands_go_along_and_are_summed_up_in_one_line() -> None:
    attached = AttachedFiles(texts=(Attachment("file", "a.txt", "one"),))
    outputs = [
        Attachment("terminal", f"$ echo {n}", f"$ echo {n}\n{n}\n[exit code 0]", lines=1)
        for n in range(12)
    ]
    for output in outputs:
        attached = attached.with_output(output)
    assert attached.names == ("a.txt", *(f"$ echo {n}" for n in range(2, 12)))
    assert attached.in_short == "a.txt, 1 line; 10 outputs, 10 lines"
    assert AttachedFiles().with_output(outputs[0]).in_short == "$ echo 0, 1 line"
    silent = Attachment("terminal", "$ true", "$ true\n(no output)\n[exit code 0]", lines=0)
    assert AttachedFiles().with_output(silent).in_short == "$ true"
