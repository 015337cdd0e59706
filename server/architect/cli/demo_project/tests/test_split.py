import unittest

from ledger.split import split


class SplitTest(unittest.TestCase):
    def test_an_even_amount_is_split_evenly(self):
        self.assertEqual(split(900, 3), [300, 300, 300])

    def test_no_cent_is_lost(self):
        for total, people in ((1000, 3), (200, 7), (1, 2), (0, 4)):
            self.assertEqual(sum(split(total, people)), total)

    def test_nobody_pays_more_than_a_cent_more_than_another(self):
        for total, people in ((1000, 3), (200, 7), (1, 2)):
            shares = split(total, people)
            self.assertLessEqual(max(shares) - min(shares), 1)

    def test_nobody_to_pay_is_an_error(self):
        with self.assertRaises(ValueError):
            split(100, 0)


if __name__ == "__main__":
    unittest.main()
