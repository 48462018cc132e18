package org.schurmpc.examples.outside;

import java.security.SecureRandom;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.TrustedDealer;

/**
 * Deals shares of random bits a and b and of their product. <b>Insecure</b>: the dealer knows all
 * of them.
 */
final class InsecureTriplesDealer implements TrustedDealer {
  private final int lanes;
  private final Prg prg;

  InsecureTriplesDealer(int lanes, SecureRandom random) {
    this.lanes = lanes;
    this.prg = Prg.seededFrom(random);
  }

  /** Deals an empty array, because the protocol has no MACs and so no keys. */
  @Override
  public void dealKeys(List<? extends MaterialSink> parties) throws MpcException {
    for (MaterialSink party : parties) {
      party.keys(InsecureTriples.materialFor(lanes), new long[0]);
    }
  }

  @Override
  public void deal(Demand demand, List<? extends MaterialSink> parties) throws MpcException {
    MaterialKind kind = InsecureTriples.triple(lanes);
    int words = kind.longsPerItem() / InsecureTriples.PARTS;
    long[] first = new long[kind.longsPerItem()];
    long[] second = new long[kind.longsPerItem()];
    for (long i = 0; i < demand.quotas().getOrDefault(kind, 0L); i++) {
      prg.nextLongs(first, 0, first.length);
      prg.nextLongs(second, 0, second.length);
      for (int w = 0; w < words; w++) {
        long a = first[w] ^ second[w];
        long b = first[words + w] ^ second[words + w];
        second[2 * words + w] = first[2 * words + w] ^ (a & b);
      }
      parties.get(0).put(kind, first, 0, 1);
      parties.get(1).put(kind, second, 0, 1);
    }
    Secrets.wipe(first);
    Secrets.wipe(second);
  }

  @Override
  public void close() {
    prg.wipe();
  }
}
