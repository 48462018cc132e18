package org.schurmpc.spdz.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.MixedChecker;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.prep.MascotParameters;

/** Two parties that make material of both domains for a store. */
final class MixedRun {
  final Field field;
  final MixedMaterial material;
  int threads = 1;
  int batch = 64;
  CotKind cots = CotKind.SOFTSPOKEN;

  /** What a party's sink got. */
  static final class Kept implements MaterialSink {
    final Map<MaterialKind, long[]> items = new HashMap<>();
    final List<long[]> sources = new ArrayList<>();
    final List<long[]> keys = new ArrayList<>();

    @Override
    public void keys(String protocol, long[] ofStore) {
      keys.add(ofStore.clone());
    }

    @Override
    public void setup(long[] words) {
      throw new AssertionError("a key that is of one session alone is kept");
    }

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int count) {
      int length = count * kind.longsPerItem();
      long[] before = items.getOrDefault(kind, new long[0]);
      long[] all = Arrays.copyOf(before, before.length + length);
      System.arraycopy(data, offset, all, before.length, length);
      items.put(kind, all);
      sources.add(data);
    }

    int count(MaterialKind kind) {
      return items.getOrDefault(kind, new long[0]).length / kind.longsPerItem();
    }
  }

  MixedRun(String field, int bitSigma) throws Exception {
    this.field = Fields.named(field);
    this.material = new MixedMaterial(new Material(this.field), bitSigma);
  }

  MascotParameters numbers() {
    int sigma = Material.usualSigma(field);
    return new MascotParameters(field, sigma, 4, threads, batch);
  }

  /** Returns the bytes that a party has sent, on further connections, too. */
  static long sent(Session session) {
    return Arrays.stream(Phase.values()).mapToLong(session.metrics()::bytesSent).sum();
  }

  /**
   * How both parties end that prepare demands one after the other: with the bytes that they sent.
   * Those of silent OTs begin with the session.
   */
  List<Object> outcomes(Network[] networks, Kept[] kept, Demand... demands) throws Exception {
    return SessionPairs.outcomes(
        networks,
        session -> {
          try (MixedPreprocessor preprocessor =
              MixedPreprocessor.begin(
                  session, numbers(), material.bitSigma(), cots, MixedRig::kernels)) {
            long before = cots == CotKind.SILENT ? 0 : sent(session);
            for (Demand demand : demands) {
              preprocessor.prepare(demand, kept[session.party()]);
            }
            return sent(session) - before;
          } catch (IllegalStateException e) {
            return e; // a hook has silenced a party
          }
        });
  }

  static Kept[] sinks() {
    return new Kept[] {new Kept(), new Kept()};
  }

  /** What honest parties have in the end. */
  Kept[] prepare(Demand... demands) throws Exception {
    Kept[] kept = sinks();
    outcomes(SessionPairs.networks(), kept, demands)
        .forEach(end -> assertInstanceOf(Long.class, end));
    return kept;
  }

  /** All items of both parties are what their kinds say, and there are as many as demanded. */
  void requireRight(Kept[] kept, Demand demand) {
    MixedChecker checker = checker(kept);
    demand
        .quotas()
        .forEach(
            (kind, n) -> {
              assertEquals(n, kept[0].count(kind), kind.name());
              assertEquals(n, kept[1].count(kind), kind.name());
              for (int i = 0; i < n; i++) {
                assertEquals(Optional.empty(), check(checker, kept, kind, i), kind + " " + i);
              }
            });
  }

  MixedChecker checker(Kept[] kept) {
    return new MixedChecker(material, List.of(kept[0].keys.get(0), kept[1].keys.get(0)));
  }

  static Optional<String> check(MixedChecker checker, Kept[] kept, MaterialKind kind, int item) {
    int at = item * kind.longsPerItem();
    long[][] items = {kept[0].items.get(kind), kept[1].items.get(kind)};
    return checker.check(kind, items, new int[] {at, at});
  }

  Demand.Builder demand() {
    return Demand.of(material.storeName());
  }

  MaterialKind masks(int bits, int split, int width) {
    return material.masks(new MixedMaterial.Masks(bits, split, width));
  }

  /** Some of all kinds, of masks all ways to be split. */
  Demand all() {
    return demand()
        .add(material.numbers().triples(), 3)
        .add(material.numbers().bits(), 2)
        .add(material.numbers().inputs(0), 2)
        .add(material.ands(), 130)
        .add(material.randomBits(), 70)
        .add(material.bitInputs(0), 65)
        .add(material.bitInputs(1), 1)
        .add(material.daBits(), 66)
        .add(masks(4, 0, 9), 65)
        .add(masks(0, 4, 9), 2)
        .add(masks(4, 4, 9), 3)
        .add(masks(3, 5, 6), 1)
        .add(masks(5, 3, 5), 2)
        .add(masks(65, 0, 66), 1)
        .build();
  }
}
