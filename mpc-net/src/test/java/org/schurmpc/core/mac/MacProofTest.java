package org.schurmpc.core.mac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** A proof depends on everything that it is about. */
class MacProofTest {
  private static MacLog log(int words, long seed) {
    MacLog log = new MacLog(words);
    int at = log.extend(words);
    System.arraycopy(new Random(seed).longs(words).toArray(), 0, log.words(), at, words);
    return log;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, MacProof.SHORT_WORDS, MacProof.SHORT_WORDS + 1, 5000})
  void everyPartIsBound(int words) throws Exception {
    List<Set<String>> ends =
        SessionPairs.run(
            session -> {
              MacProof proof = new MacProof(session);
              byte[] opened = {1, 2, 3};
              byte[] others = {1, 2, 4};
              List<byte[]> proofs =
                  List.of(
                      proof.of(0, 1, 7, opened, log(words, 1)),
                      proof.of(1, 0, 7, opened, log(words, 1)),
                      proof.of(0, 1, 8, opened, log(words, 1)),
                      proof.of(0, 1, 7, others, log(words, 1)),
                      proof.of(0, 1, 7, new byte[0], log(words, 1)),
                      proof.of(0, 1, 7, opened, log(words, 2)),
                      proof.of(0, 1, 7, opened, log(words + 1, 1)),
                      proof.of(0, 1, 7, opened, log(words, 1))); // as the first
              Set<String> different = new HashSet<>();
              proofs.forEach(each -> different.add(HexFormat.of().formatHex(each)));
              assertEquals(proofs.size() - 1, different.size());
              return different;
            });
    assertEquals(ends.get(0), ends.get(1)); // both parties compute the same
  }

  @Test
  void nothingOfTheLastProofIsLeft() throws Exception {
    SessionPairs.run(
        session -> {
          MacProof proof = new MacProof(session);
          proof.of(0, 1, 7, new byte[0], log(5000, 1));
          assertNotEquals(Set.of(), Leftovers.of(proof, Session.class));
          proof.wipe();
          assertEquals(Set.of(), Leftovers.of(proof, Session.class));
          return null;
        });
  }
}
