package org.schurmpc.spdz.mixed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.prep.GivenBits;
import org.schurmpc.spdz.prep.MascotParameters;
import org.schurmpc.spdz.prep.MascotPreprocessor;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.material.TinyOtChecker;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinyot.prep.BlockProducts;
import org.schurmpc.tinyot.prep.BlockStock;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/** Two parties that make material of both domains, the first of which may lie. */
final class MixedRig {
  static final String SMALL = "18446744073709551557";
  static final int SIGMA = 40;

  /** What a party makes of its parts. */
  interface Body {
    /** Makes a batch. */
    MixedBatch make(Parts parts) throws MpcException;
  }

  /** Changes the first party's bits over the field. */
  interface Lie {
    /** Changes the bits before they are given. */
    void words(long[] words);
  }

  /** A party's batch, its keys in both domains, and the domains. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Made(MixedBatch batch, long[] delta, long[] alpha) {}

  final Field field;

  /** Whether the first party has begun to make material. */
  volatile boolean making;

  /** Whether the first party has come to the check of parities. */
  volatile boolean checking;

  /** Whether the first party has begun to convert. */
  volatile boolean converting;

  /** How often each party's store was burnt. */
  final AtomicIntegerArray burnt = new AtomicIntegerArray(2);

  /** Arrays of the parties' secrets, which must be empty in the end. */
  final List<long[]> secrets = new ArrayList<>();

  MixedRig(String field) throws MpcException {
    this.field = Fields.named(field);
  }

  static Kernels kernels() {
    return KernelProvider.choose().kernels();
  }

  static MascotParameters mascot(Field field) {
    return new MascotParameters(field, 62, 4, 1, 64);
  }

  static OtPreprocessing tinyOt() {
    return new OtPreprocessing(SIGMA, 1, 4, 1);
  }

  /** A party's parts. */
  final class Parts implements AutoCloseable {
    final MascotPreprocessor mascot;
    final GivenBits given;
    final BlockStock stock;
    final BitBlocks blocks;
    final ParityCheck check;
    final PrivateDaBits privateDaBits;
    final BlockProducts products;
    final BlockAdder adder;
    final EdaBits edaBits;
    final BlockOpening opening;
    final DaBits daBits;
    final BitsToNumbers toNumbers;
    final int party;

    Parts(Session session, Lie lie) throws MpcException {
      party = session.party();
      mascot = MascotPreprocessor.begin(session, mascot(field), MixedRig::kernels);
      given = mascot.givenBits(1);
      stock = BlockStock.begin(session, tinyOt(), MixedRig::kernels);
      blocks = new BitBlocks(session.party(), stock.delta(), kernels());
      boolean lies = session.party() == 0;
      check =
          new ParityCheck(session, given, blocks) {
            @Override
            Shares sums(ParityParameters size, long[] subsets, Shares numbers) {
              if (lies) {
                checking = true; // by the first party's thread alone
              }
              Shares sums = super.sums(size, subsets, numbers);
              keep(sums.values(), sums.macs(), numbers.values(), numbers.macs());
              return sums;
            }

            @Override
            long[] tags(ParityParameters size, long[] subsets, long[] bits, int planes) {
              long[] tags = super.tags(size, subsets, bits, planes);
              keep(tags, bits);
              return tags;
            }
          };
      privateDaBits =
          new PrivateDaBits(session, given, stock, blocks, SIGMA, check) {
            @Override
            void draw(long[] bits, long[] words, int count) {
              super.draw(bits, words, count);
              keep(words);
              if (lies) {
                lie.words(words);
              }
            }
          };
      products = new BlockProducts(session, stock, blocks, kernels());
      adder = new BlockAdder(products, blocks);
      edaBits = new EdaBits(given, privateDaBits, adder);
      opening = new BlockOpening(session, blocks, kernels());
      daBits = new DaBits(given, edaBits, opening, blocks, SIGMA);
      toNumbers = new BitsToNumbers(given, opening, blocks);
    }

    /** Notes that all material is made. */
    void conversionsBegan() {
      if (party == 0) {
        converting = true;
      }
    }

    private void keep(long[]... arrays) {
      synchronized (secrets) {
        if (making) {
          secrets.addAll(List.of(arrays));
        }
      }
    }

    @Override
    public void close() {
      mascot.close();
      stock.close();
    }
  }

  /** How both parties end. */
  List<Object> outcomes(Lie lie, TamperingNetwork.Hook hook, Body body) throws Exception {
    return SessionPairs.outcomes(
        SessionPairs.tampered(hook),
        session -> {
          session.onFailedCheck(() -> burnt.incrementAndGet(session.party()));
          try (Parts parts = new Parts(session, lie)) {
            if (session.party() == 0) {
              making = true;
            }
            MixedBatch batch = body.make(parts);
            Shares one = new Shares(field, 1);
            parts.given.arithmetic().set(field.element(1), 0, one, 0, 1);
            return new Made(batch, parts.stock.delta(), one.macs());
          } catch (IllegalStateException e) {
            return e; // a hook has silenced the first party
          }
        });
  }

  /** How both parties end if the first one lies about some bits over the field. */
  List<Object> lying(Body body, int... bits) throws Exception {
    return outcomes(
        words -> {
          for (int bit : bits) {
            words[bit / Long.SIZE] ^= 1L << bit;
          }
        },
        (peer, index, frame) -> frame,
        body);
  }

  /** How both parties end if a hook changes what the first one sends. */
  List<Object> tampered(TamperingNetwork.Hook hook, Body body) throws Exception {
    return outcomes(words -> {}, hook, body);
  }

  /** The batches of honest parties. */
  List<Made> made(Body body) throws Exception {
    List<Made> made = made(lying(body));
    assertEquals(0, burnt.get(0) + burnt.get(1));
    return made;
  }

  static List<Made> made(List<Object> ends) {
    List<Made> made = new ArrayList<>();
    ends.forEach(end -> made.add(assertInstanceOf(Made.class, end)));
    return made;
  }

  /** The second party names the check, shows nothing and burns its store. */
  void requireCaught(List<Object> ends, Check check, String what) {
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, ends.get(1), what);
    assertEquals(check, cheated.check(), what);
    assertTrue(cheated.getMessage().endsWith(what), cheated.getMessage());
    assertEquals(1, burnt.get(1));
  }

  /** The number of an item over the field, whose MAC must be right. */
  BigInteger number(List<Made> made, int i) {
    Shares first = made.get(0).batch().numbers();
    Shares second = made.get(1).batch().numbers();
    long[] value = new long[field.limbs()];
    long[] mac = new long[field.limbs()];
    long[] expected = new long[field.limbs()];
    field.add(first.values(), first.at(i), second.values(), second.at(i), value, 0, 1);
    field.add(first.macs(), first.at(i), second.macs(), second.at(i), mac, 0, 1);
    field.add(made.get(0).alpha(), 0, made.get(1).alpha(), 0, expected, 0, 1);
    field.multiply(expected, 0, value, 0, expected, 0, 1);
    assertArrayEquals(expected, mac, "MAC of number " + i);
    return field.toBigInteger(value, 0);
  }

  /** The bits of a block, whose MACs must be right. */
  static long block(List<Made> made, int block) {
    Material material = Material.of(made.get(0).delta().length);
    TinyOtChecker checker = new TinyOtChecker(made.get(0).delta(), made.get(1).delta());
    int at = block * material.randomBits().longsPerItem();
    long[][] both = {made.get(0).batch().blocks(), made.get(1).batch().blocks()};
    Optional<String> broken = checker.check(material.randomBits(), both, new int[] {at, at});
    assertEquals(Optional.empty(), broken, "block " + block);
    return both[0][at] ^ both[1][at];
  }

  /** The number of blocks of a batch. */
  static int blocks(Made made) {
    int longs = Material.of(made.delta().length).randomBits().longsPerItem();
    return made.batch().blocks().length / longs;
  }

  /** All that was secret on the way is wiped. */
  void requireWiped() {
    assertTrue(secrets.size() > 4, secrets.size() + " arrays");
    secrets.forEach(each -> assertArrayEquals(new long[each.length], each, "not wiped"));
  }
}
