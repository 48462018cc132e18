package org.schurmpc.spdz.material;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.TrustedDealer;

/**
 * Deals the material of mixed arithmetic to both parties. <b>Insecure</b>: the dealer knows
 * everything. Its material has the distribution of real preprocessing.
 */
public final class MixedDealer implements TrustedDealer {
  private static final int PARTIES = 2;
  private static final int BATCH_ITEMS = 64;

  private final MixedMaterial material;
  private final Field field;
  private final SpdzDealer numbers;
  private final Prg prg;
  private final long[][] delta;

  /** Each party's share of α. */
  private final long[][] alpha = new long[PARTIES][];

  /** Each party's items of a batch. */
  private final long[][] items = new long[PARTIES][0];

  /** Creates a dealer. */
  public MixedDealer(MixedMaterial material, SecureRandom random) {
    this.material = material;
    this.field = material.field();
    this.numbers = new SpdzDealer(material.numbers(), PARTIES, random);
    this.prg = Prg.seededFrom(random);
    this.delta = new long[PARTIES][material.macWords()];
  }

  @Override
  public void dealKeys(List<? extends MaterialSink> parties) throws MpcException {
    numbers.dealKeys(List.of(new KeySink(0, parties.get(0)), new KeySink(1, parties.get(1))));
  }

  /** Passes on a party's share of α and its Δ behind it. */
  private final class KeySink implements MaterialSink {
    private final int party;
    private final MaterialSink to;

    KeySink(int party, MaterialSink to) {
      this.party = party;
      this.to = to;
    }

    @Override
    public void keys(String protocol, long[] keys) throws MpcException {
      alpha[party] = keys.clone();
      prg.nextLongs(delta[party], 0, delta[party].length);
      long[] both = Arrays.copyOf(keys, keys.length + delta[party].length);
      System.arraycopy(delta[party], 0, both, keys.length, delta[party].length);
      to.keys(protocol, both);
      Secrets.wipe(both);
    }

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int n) throws MpcException {
      to.put(kind, data, offset, n);
    }
  }

  @Override
  public void deal(Demand demand, List<? extends MaterialSink> parties) throws MpcException {
    if (parties.size() != PARTIES) {
      throw new IllegalArgumentException("bits beside numbers of " + parties.size() + " parties");
    }
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      MaterialKind kind = quota.getKey();
      if (!isMixed(kind)) {
        Demand.Builder one = Demand.of(demand.protocol());
        if (demand.tables().containsKey(kind)) {
          one.add(kind, quota.getValue(), demand.tables().get(kind));
        } else {
          one.add(kind, quota.getValue());
        }
        numbers.deal(one.build(), parties);
        continue;
      }
      for (long done = 0; done < quota.getValue(); ) {
        int now = (int) Math.min(BATCH_ITEMS, quota.getValue() - done);
        make(kind, now);
        for (int party = 0; party < PARTIES; party++) {
          parties.get(party).put(kind, items[party], 0, now);
        }
        done += now;
      }
    }
  }

  private boolean isMixed(MaterialKind kind) {
    return material.kinds().contains(kind) || material.masksOf(kind).isPresent();
  }

  private void make(MaterialKind kind, int n) {
    int longs = kind.longsPerItem();
    for (int party = 0; party < PARTIES; party++) {
      items[party] = new long[n * longs];
    }
    Optional<MixedMaterial.Masks> masks = material.masksOf(kind);
    for (int item = 0; item < n; item++) {
      int at = item * longs;
      if (masks.isPresent()) {
        mask(masks.get(), at);
      } else if (kind.equals(material.ands())) {
        boolean a = bit();
        boolean b = bit();
        bit(at, 0, 3, MixedMaterial.A, a, -1);
        bit(at, 0, 3, MixedMaterial.B, b, -1);
        bit(at, 0, 3, MixedMaterial.C, a && b, -1);
      } else if (kind.equals(material.daBits())) {
        boolean d = bit();
        number(at, BigInteger.valueOf(d ? 1 : 0));
        bit(at, 1, 1, 0, d, -1);
      } else {
        int owner =
            kind.equals(material.bitInputs(0)) ? 0 : kind.equals(material.bitInputs(1)) ? 1 : -1;
        bit(at, 0, 1, 0, bit(), owner);
      }
    }
  }

  private void mask(MixedMaterial.Masks masks, int at) {
    BigInteger r = uniform(masks.width()).add(uniform(masks.width()));
    number(at, r);
    if (masks.split() > 0) {
      number(at + material.numberAt(1), r.mod(BigInteger.TWO.pow(masks.split())));
    }
    for (int k = 0; k < masks.bits(); k++) {
      bit(at, masks.split() > 0 ? 2 : 1, masks.bits(), k, r.testBit(k), -1);
    }
  }

  private boolean bit() {
    return (word() & 1) != 0;
  }

  private long word() {
    long[] word = new long[1];
    prg.nextLongs(word, 0, 1);
    return word[0];
  }

  private BigInteger uniform(int bits) {
    byte[] bytes = new byte[bits / Byte.SIZE + 1];
    prg.nextBytes(bytes, 0, bytes.length);
    return new BigInteger(1, bytes).mod(BigInteger.TWO.pow(bits));
  }

  private void number(int at, BigInteger value) {
    int limbs = field.limbs();
    long[] element = field.element(value);
    long[] sum = new long[limbs];
    field.add(alpha[0], 0, alpha[1], 0, sum, 0, 1);
    field.multiply(element, 0, sum, 0, sum, 0, 1);
    split(element, at);
    split(sum, at + limbs);
  }

  private void split(long[] element, int at) {
    long[] words = new long[field.uniformWords()];
    prg.nextLongs(words, 0, words.length);
    field.fromUniform(words, 0, items[0], at, 1);
    field.subtract(element, 0, items[0], at, items[1], at, 1);
  }

  /**
   * Writes a bit.
   *
   * @param owner the party that alone has a share, or -1
   */
  private void bit(int at, int values, int bits, int bit, boolean value, int owner) {
    long share = owner < 0 ? word() & 1 : owner == 0 && value ? 1 : 0;
    long[] shares = {share, share ^ (value ? 1 : 0)};
    for (int party = 0; party < PARTIES; party++) {
      items[party][at + material.bitsAt(values) + bit / Long.SIZE] |= shares[party] << bit;
      if (owner >= 0 && owner != party) {
        continue;
      }
      for (int v = 0; v < material.macWords(); v++) {
        long key = word();
        items[1 - party][at + material.keyAt(values, bits, bit) + v] = key;
        items[party][at + material.macAt(values, bits, bit) + v] =
            key ^ (-shares[party] & delta[1 - party][v]);
      }
    }
  }

  @Override
  public void close() {
    numbers.close();
    prg.wipe();
    for (int party = 0; party < PARTIES; party++) {
      Secrets.wipe(delta[party]);
      Secrets.wipe(items[party]);
      if (alpha[party] != null) {
        Secrets.wipe(alpha[party]);
      }
    }
  }
}
