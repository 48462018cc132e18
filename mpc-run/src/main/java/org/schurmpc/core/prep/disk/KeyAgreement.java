package org.schurmpc.core.prep.disk;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.Descriptions;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.Session;

/**
 * Agrees with the parties of a session on the key under which they generate material for their
 * stores: the key of the stores, or a new one if no store holds any material under a kept key.
 *
 * <p>A party completes a portion only when all parties have written keys and set-up durably.
 * Therefore, after any crash of honest parties, either no party has material under a key, or all
 * hold the key. A party that lies about its store makes others refuse, or gains nothing: what it
 * generates with another key fails the checks of the protocol.
 */
public final class KeyAgreement {
  private static final int MAX_BYTES = 1 << 16;

  private KeyAgreement() {}

  /** What a party's store holds of a key. */
  private record Holding(boolean material, boolean kept) {
    String text() {
      return (material ? "made" : "none") + (kept ? " kept" : " lost");
    }
  }

  /**
   * Agrees on the key; three rounds. Keys under which no party has material are destroyed.
   *
   * @param whole whether what earlier sessions left under the key may be used: the session uses
   *     nothing else of the store
   * @return the key, which the caller closes; empty if the parties generate a new key
   * @throws Disagreement if a store does not hold the key of the others, or there are several
   */
  public static Optional<KeptKey> agree(Session session, StoreDirectory store, boolean whole)
      throws MpcException {
    byte[] mine = describe(store);
    if (mine.length > MAX_BYTES) {
      throw new Refused(store.folder() + " has too many keys that were never used: destroy it");
    }
    byte[][] all = Descriptions.exchange(session, mine, MAX_BYTES, "a description of keys");
    List<SortedMap<String, Holding>> holdings = new ArrayList<>();
    FieldHash said = new FieldHash("keys of stores");
    for (byte[] description : all) {
      SortedMap<String, Holding> parsed = parse(description);
      session.require(parsed != null, Check.MALFORMED, "a description of keys");
      holdings.add(parsed);
      said.add(description);
    }
    // All parties decide by the same descriptions.
    PublicValue.requireEqual(
        session, new TreeMap<>(Map.of("the keys of the stores", said.digest())));
    Optional<String> agreed = decide(holdings);
    store.keys().forget(agreed);
    if (agreed.isEmpty()) {
      return Optional.empty();
    }
    String id = agreed.get();
    KeptKey key = store.keys().read(id);
    return Optional.of(whole ? key.with(kind -> take(session, store, id, kind)) : key);
  }

  /** Uses up one item under a key that all parties have; some rounds. */
  private static Optional<long[]> take(
      Session session, StoreDirectory store, String key, MaterialKind kind) throws MpcException {
    Demand one = Demand.of("what a session left").add(kind, 1).build();
    for (DiskPrepStore batch : StoreAgreement.agreeOnKinds(session, store, one)) {
      if (batch.header().key().equals(Optional.of(key)) && batch.available(kind) > 0) {
        Lease lease = batch.lease(kind, 1);
        int from = lease.offset();
        long[] item = Arrays.copyOfRange(lease.data(), from, from + kind.longsPerItem());
        lease.wipe(kind);
        return Optional.of(item);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> decide(List<SortedMap<String, Holding>> holdings)
      throws Disagreement {
    TreeSet<String> used = new TreeSet<>();
    for (SortedMap<String, Holding> holding : holdings) {
      holding.forEach(
          (key, of) -> {
            if (of.material()) {
              used.add(key);
            }
          });
    }
    if (used.size() > 1) {
      throw new Disagreement("the stores hold material under different keys: make new stores");
    }
    Optional<String> key = used.stream().findFirst();
    for (int party = 0; party < holdings.size() && key.isPresent(); party++) {
      Holding holding = holdings.get(party).get(key.get());
      if (holding == null || !holding.kept()) {
        throw new Disagreement(
            "party %d's store does not hold the key of the other stores: make new stores"
                .formatted(party + 1));
      }
    }
    return key;
  }

  private static byte[] describe(StoreDirectory store) {
    SortedMap<String, Holding> mine = new TreeMap<>();
    for (DiskPrepStore batch : store.batches()) {
      if (!batch.burnt() && batch.header().key().isPresent()) {
        mine.merge(
            batch.header().key().get(),
            new Holding(batch.committed(), batch.keepsKey()),
            (a, b) -> new Holding(a.material() || b.material(), a.kept() || b.kept()));
      }
    }
    StringBuilder text = new StringBuilder("keys\n");
    mine.forEach(
        (key, holding) -> text.append(key).append(' ').append(holding.text()).append('\n'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Parses a description; null if the description is invalid. */
  private static SortedMap<String, Holding> parse(byte[] description) {
    String text = new String(description, StandardCharsets.UTF_8);
    if (!text.startsWith("keys\n") || !text.endsWith("\n")) {
      return null;
    }
    SortedMap<String, Holding> holdings = new TreeMap<>();
    for (String line : text.substring("keys\n".length()).lines().toList()) {
      if (!line.matches("[0-9a-f]{64} (made|none) (kept|lost)")) {
        return null;
      }
      Holding holding = new Holding(line.contains(" made "), line.endsWith(" kept"));
      if (holdings.put(line.substring(0, line.indexOf(' ')), holding) != null) {
        return null;
      }
    }
    return holdings;
  }
}
