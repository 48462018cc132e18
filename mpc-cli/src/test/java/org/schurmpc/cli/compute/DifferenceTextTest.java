package org.schurmpc.cli.compute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Disagreement.Difference;

class DifferenceTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "circuit | '5f' | '6e' | circuit, by its SHA-256: add_64 with '5f' here, '6e' at the peer",
        "instances | '1' | '2' | lanes, the lines of their inputs: '1' here, '2' at the peer",
        "preprocessing store | 'stored' | 'own' | where the preprocessing comes from: a store here,"
            + " the parties themselves at the peer",
        "preprocessing store | 'a1' | 'b2' | where the preprocessing comes from: the dealer's 'a1'"
            + " here, the dealer's 'b2' at the peer",
      })
  void termsInTheWordsOfUsers(String term, String here, String there, String words) {
    Disagreement failure = new Disagreement(new Difference(term, here, there, "the peer"));
    assertEquals(
        "the parties differ in " + words, DifferenceText.inWords(failure, "add_64").getMessage());
  }

  @Test
  void otherTermsStay() {
    Disagreement sigma = new Disagreement(new Difference("sigma", "'40'", "nothing", "party 3"));
    assertEquals("the parties differ in sigma: '40' here, nothing at party 3", sigma.getMessage());
    assertSame(sigma, DifferenceText.inWords(sigma, "add_64"));
    Disagreement other = new Disagreement("both sides are party 1");
    assertSame(other, DifferenceText.inWords(other, "add_64"));
  }
}
