package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;

/** Random bits of characteristic 2. */
class RandomBitsTest {
  private static List<Object> honest(BitsRig rig) throws Exception {
    return rig.outcomesOf(new BitsRig.Lie());
  }

  /** Around words, and more than are given at a time. */
  @ParameterizedTest
  @CsvSource({
    "gf2_40, 2, 1",
    "gf2_40, 2, 16",
    "gf2_40, 3, 17",
    "gf2_40, 2, 70000",
    "gf2_64, 2, 56",
    "gf2_64, 3, 2000",
    "gf2_128, 2, 61",
    "gf2_128, 3, 3000"
  })
  void areBitsWithMacs(String name, int parties, int n) throws Exception {
    BitsRig rig = new BitsRig(Fields.named(name), parties, n);
    List<Object> ends = honest(rig);
    rig.requireBits(ends);
    if (n > 1000) {
      long[] ones = ((Batch) ends.get(0)).values;
      assertEquals(
          n / 2.0, (double) Arrays.stream(ones).sum(), 5 * Math.sqrt(n), "own shares of one");
    }
  }

  /** What one party draws, and what it is left with. */
  private static final class Batches extends BitsRig.Lie {
    final List<long[]> drawn = new ArrayList<>();
    final List<byte[]> sums = new ArrayList<>();
    final List<RandomBits.Under> given = new ArrayList<>();

    @Override
    void draw(long[] words) {
      words[0] = 0; // the bits themselves, so that sums are masks
      drawn.add(words.clone());
    }

    @Override
    byte[] sent(int peer, int frame, byte[] bytes) {
      if (frame == BitsRig.SUMS) {
        sums.add(bytes.clone());
      }
      return bytes;
    }

    @Override
    void given(RandomBits.Under under) {
      given.add(under);
    }
  }

  /** Masks serve once, are not delivered, and are wiped with the rest. */
  @Test
  void masksServeOnce() throws Exception {
    BitsRig rig = new BitsRig(Fields.named("gf2_40"), 2, 64);
    Set<Long> masks = new HashSet<>();
    for (int i = 0; i < 2; i++) {
      Batches notes = new Batches();
      List<Object> ends = rig.outcomesOf(notes);
      rig.requireBits(ends);
      Batch batch = (Batch) ends.get(0);
      assertEquals(64, batch.values.length);
      assertEquals(64, batch.macs.length);
      RandomBits.Under under = notes.given.get(0);
      assertArrayEquals(new long[under.bits.length], under.bits, "bits are left");
      assertArrayEquals(new long[under.macs.length], under.macs, "MACs are left");
      long mask = notes.drawn.get(0)[1] & ((1L << rig.sums()) - 1);
      long sum = 0;
      for (int at = 0; at < notes.sums.get(0).length; at++) {
        sum |= (notes.sums.get(0)[at] & 0xffL) << (8 * at);
      }
      assertEquals(mask, sum, "sums of nothing are the masks");
      masks.add(mask);
    }
    assertEquals(2, masks.size());
  }

  /** Batches of one connection: each draws all of its bits, masks and padding anew. */
  @Test
  void batchesOfOneConnectionShareNothing() throws Exception {
    BitsRig rig = new BitsRig(Fields.named("gf2_40"), 2, 100);
    SessionPairs.run(
        session -> {
          Set<Long> words = new HashSet<>();
          int[] count = new int[1];
          BitsRig.Lie notes =
              new BitsRig.Lie() {
                @Override
                void draw(long[] drawn) {
                  count[0] += drawn.length;
                  Arrays.stream(drawn).forEach(words::add);
                }
              };
          RandomBits bits = rig.bits(session, notes);
          Set<Long> macs = new HashSet<>();
          for (int i = 0; i < 3; i++) {
            Batch batch = bits.make(100, new Sequencer().of(0));
            Arrays.stream(batch.macs).forEach(macs::add);
          }
          assertEquals(9, count[0]);
          assertEquals(9, words.size(), "words drawn");
          assertEquals(300, macs.size(), "shares of MACs");
          bits.wipe();
          return null;
        });
  }

  /** Corrections need no turn; the toss and all that follows wait for it. */
  @Test
  void theTurnIsAwaitedBeforeTheToss() throws Exception {
    BitsRig rig = new BitsRig(Fields.named("gf2_40"), 2, 10);
    int[] frames = new int[2];
    int[] atTurn = new int[2];
    BitsRig.Lie[] notes = new BitsRig.Lie[2];
    for (int party = 0; party < 2; party++) {
      int mine = party;
      notes[party] =
          new BitsRig.Lie() {
            @Override
            byte[] sent(int peer, int frame, byte[] bytes) {
              frames[mine] = frame + 1;
              return bytes;
            }
          };
    }
    SessionPairs.run(
        rig.networks(notes),
        session -> {
          int me = session.party();
          RandomBits bits = rig.bits(session, notes[me]);
          Sequencer.Turn turn =
              new Sequencer.Turn() {
                @Override
                public void await() {
                  atTurn[me] = frames[me];
                }

                @Override
                public void finish() {}
              };
          bits.make(10, turn).wipe();
          bits.wipe();
          return null;
        });
    assertArrayEquals(new int[] {1, 1}, atTurn);
    assertArrayEquals(new int[] {8, 8}, frames);
  }

  /** Bits given before another unit's checks, and proven within a turn that has begun. */
  @Test
  void aTableMakerGivesBeforeItsTurn() throws Exception {
    BitsRig rig = new BitsRig(Fields.named("gf2_64"), 2, 80);
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              RandomBits bits = rig.bits(session, new BitsRig.Lie());
              Sequencer.Turn turn = new Sequencer().of(0);
              try (RandomBits.Under early = bits.give(80)) {
                bits.make(7, turn).wipe();
                return early.prove();
              }
            });
    rig.requireBits(ends);
  }

  @ParameterizedTest
  @CsvSource({"gf2_40, 48", "gf2_64, 72", "gf2_128, 88"})
  void sumsAreThoseOfSelectedBits(String name, int sums) throws Exception {
    Field field = Fields.named(name);
    int limbs = field.limbs();
    int n = 1100;
    int words = (sums + 63) / 64;
    Random random = new Random(7);
    long[] values = random.longs((n + sums) / 64 + 1).toArray();
    long[] macs = random.longs((long) (n + sums) * limbs).toArray();
    long[] selectors = new long[n * words];
    new Prg(new byte[Prg.SEED_BYTES]).nextLongs(selectors, 0, selectors.length);
    SubsetSums subsets = new SubsetSums(field, sums);
    subsets.add(new Prg(new byte[Prg.SEED_BYTES]), values, macs, n);
    subsets.addMasks(values, macs, n);
    for (int sum = 0; sum < sums; sum++) {
      long bit = 0;
      long[] mac = new long[limbs];
      for (int i = 0; i < n + sums; i++) {
        boolean in = i < n ? (selectors[i * words + sum / 64] >>> sum & 1) != 0 : i == n + sum;
        if (in) {
          bit ^= values[i / 64] >>> i & 1;
          field.add(mac, 0, macs, i * limbs, mac, 0, 1);
        }
      }
      assertEquals(bit, subsets.bits[sum / 64] >>> sum & 1, "sum " + sum);
      assertArrayEquals(mac, Arrays.copyOfRange(subsets.macs, sum * limbs, (sum + 1) * limbs));
    }
    assertEquals(0, subsets.bits[words - 1] & ~(-1L >>> (-sums & 63)), "no further sums");
    assertThrows(IllegalArgumentException.class, () -> new SubsetSums(field, sums + 1));
  }

  @Test
  void otherFieldsAreRefused() throws Exception {
    Field field = Fields.named("p128");
    assertThrows(
        IllegalArgumentException.class,
        () -> new RandomBits(null, field, field.element(1), null, null, null, 64));
  }

  /** Bytes that a party sends to each peer for a bit: k bits, and little for a unit. */
  @ParameterizedTest
  @CsvSource({"gf2_40, 2, 65536, 5", "gf2_64, 3, 65536, 8", "gf2_128, 2, 131072, 16"})
  void bytesOfABit(String name, int parties, int n, int expected) throws Exception {
    Field field = Fields.named(name);
    int sigma = Material.usualSigma(field);
    MascotRun run = new MascotRun(field, parties, new MascotParameters(field, sigma, 4, 1, 2048));
    List<MascotRun.Outcome> outcomes =
        run.run(Demand.of(run.material.storeName()).add(run.material.bits(), n).build());
    for (MascotRun.Outcome outcome : outcomes) {
      assertNull(outcome.failure());
      double each = (double) outcome.bytesSent() / (parties - 1) / n;
      assertEquals(expected, each, expected / 100.0, "bytes");
      assertNotEquals(0, outcome.kept().items.get(run.material.bits()).length);
    }
  }
}
