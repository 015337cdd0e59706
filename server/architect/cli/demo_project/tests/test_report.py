import unittest

from ledger.report import money, report


class ReportTest(unittest.TestCase):
    def test_cents_have_two_digits(self):
        self.assertEqual(money(1205), "12.05")

    def test_every_name_gets_a_line(self):
        self.assertEqual(report(["Ada", "Bo"], 500), ["Ada: 2.50", "Bo: 2.50"])


if __name__ == "__main__":
    unittest.main()
