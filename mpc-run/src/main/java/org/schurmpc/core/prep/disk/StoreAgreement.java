package org.schurmpc.core.prep.disk;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.Descriptions;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.Session;

/**
 * Agrees with the parties of a session on the batches that all have and on the positions in them.
 * All parties advance to the furthest position of any party, so that a party whose store is
 * outdated cannot make others use anything again, and uses nothing that some party does not have.
 * Positions are numbers of whole evaluations where the material depends on a circuit, otherwise of
 * items of each kind ({@link AgreedUnits}).
 *
 * <p>Positions are public. A party that understates its position changes nothing, since others do
 * not go back; if it says less than it has said before, it was put back or lies, and is refused. A
 * party that overstates its position burns material; therefore the amount that others skip at once
 * is limited to {@value #LEASES} times the largest amount that was ever used at once or is needed
 * now, or an eighth of the batch, if that is more. Honest parties differ by one evaluation at most,
 * which a crash interrupted; if it was much larger than what is needed now, it must be the next
 * one.
 */
public final class StoreAgreement {
  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_KINDS = 1 << 10;
  private static final int LEASES = 4;
  private static final int SHARE = 8;

  private final StoreDirectory store;
  private final AgreedUnits units;

  private StoreAgreement(StoreDirectory store, AgreedUnits units) {
    this.store = store;
    this.units = units;
  }

  /** Holds a party's statement about a batch, by the name of a unit. */
  private record Standing(Map<String, Position> positions) {
    Position of(String name) {
      return positions.getOrDefault(name, Position.NONE);
    }
  }

  /**
   * Agrees on batches and positions; two rounds, and one more with more than two parties, which
   * compare what all of them heard. Each party records the material that it skips before its call
   * returns.
   *
   * @param demand the material that an evaluation is going to use. It determines the limit and, if
   *     it depends on a circuit, the unit of positions
   * @return the batches that all parties have, in the first party's order, each at the position of
   *     the furthest party and limited to the items that all have
   * @throws Disagreement if a party is too far ahead, stands further back than it has said before,
   *     or told different parties different things
   * @throws BadFile if a batch for a circuit does not hold whole evaluations
   */
  public static List<DiskPrepStore> agree(Session session, StoreDirectory store, Demand demand)
      throws MpcException {
    return new StoreAgreement(store, AgreedUnits.of(demand)).agree(session);
  }

  /**
   * Agrees on the positions of the demanded kinds alone, in the middle of a session that uses
   * others; some rounds.
   *
   * @param demand not tied to a circuit
   * @return as {@link #agree}
   */
  static List<DiskPrepStore> agreeOnKinds(Session session, StoreDirectory store, Demand demand)
      throws MpcException {
    return new StoreAgreement(store, new ItemUnits(demand, true)).agree(session);
  }

  private List<DiskPrepStore> agree(Session session) throws MpcException {
    List<Map<String, Standing>> all = exchange(session);
    Map<String, DiskPrepStore> mine = new HashMap<>();
    store.batches().forEach(batch -> mine.put(batch.header().id(), batch));
    Map<DiskPrepStore, List<Standing>> common = new LinkedHashMap<>();
    for (String id : all.get(0).keySet()) {
      if (all.stream().allMatch(theirs -> theirs.containsKey(id))) {
        common.put(mine.get(id), all.stream().map(theirs -> theirs.get(id)).toList());
      }
    }
    // Nothing is noted or skipped if a party went back or is too far ahead in any batch.
    for (Map.Entry<DiskPrepStore, List<Standing>> batch : common.entrySet()) {
      requireNotBack(batch.getKey(), batch.getValue(), session.party());
    }
    for (Map.Entry<DiskPrepStore, List<Standing>> batch : common.entrySet()) {
      requireNear(batch.getKey(), batch.getValue(), session.party());
    }
    for (Map.Entry<DiskPrepStore, List<Standing>> batch : common.entrySet()) {
      noteSaid(batch.getKey(), batch.getValue(), session.party());
    }
    for (Map.Entry<DiskPrepStore, List<Standing>> batch : common.entrySet()) {
      settle(batch.getKey(), batch.getValue(), session.party());
    }
    return List.copyOf(common.keySet());
  }

  /** Requires that no party says less than it has said before: what is used stays used. */
  private void requireNotBack(DiskPrepStore batch, List<Standing> standings, int self)
      throws Disagreement {
    for (String name : standings.get(self).positions().keySet()) {
      for (int party = 0; party < standings.size(); party++) {
        long used = standings.get(party).of(name).used();
        long before = batch.said(party, name);
        if (party != self && used < before) {
          throw new Disagreement(
              ("party %d says that %,d %s in %s are used, and has said %,d before: its store was put"
                      + " back, or that party lies: make new ones")
                  .formatted(party + 1, used, units.describe(name), batch.folder(), before));
        }
      }
    }
  }

  /**
   * Notes what each peer says, and not what is agreed: a peer that is killed before it has noted
   * the agreement stands where it said.
   */
  private static void noteSaid(DiskPrepStore batch, List<Standing> standings, int self)
      throws MpcException {
    Map<Integer, Map<String, Long>> said = new TreeMap<>();
    for (int party = 0; party < standings.size(); party++) {
      if (party != self) {
        Map<String, Long> positions = new TreeMap<>();
        for (String name : standings.get(self).positions().keySet()) {
          positions.put(name, standings.get(party).of(name).used());
        }
        said.put(party, positions);
      }
    }
    batch.noteSaid(said);
  }

  private void requireNear(DiskPrepStore batch, List<Standing> standings, int self)
      throws Disagreement {
    for (Map.Entry<String, Position> own : standings.get(self).positions().entrySet()) {
      String name = own.getKey();
      long limit = Math.max(LEASES * units.atOnce(batch, name), own.getValue().made() / SHARE);
      for (int party = 0; party < standings.size(); party++) {
        long ahead = standings.get(party).of(name).used() - own.getValue().used();
        if (ahead > limit) {
          throw tooFar(batch, name, ahead, limit, party);
        }
      }
    }
  }

  private Disagreement tooFar(DiskPrepStore batch, String name, long ahead, long limit, int party) {
    return new Disagreement(
        ("party %d says that %,d more %s in %s were used than this party knows of,"
                + " and an interrupted run explains no more than %,d: if a larger run was"
                + " interrupted, run that one again first; otherwise this store is an old copy, or"
                + " that party lies: make a new one")
            .formatted(party + 1, ahead, units.describe(name), batch.folder(), limit));
  }

  private void settle(DiskPrepStore batch, List<Standing> standings, int self) throws MpcException {
    Map<String, Position> agreed = new LinkedHashMap<>();
    standings
        .get(self)
        .positions()
        .forEach(
            (name, own) -> {
              long made = own.made();
              long used = own.used();
              for (Standing standing : standings) {
                made = Math.min(made, standing.of(name).made());
                used = Math.max(used, standing.of(name).used());
              }
              // If some party's used position exceeds this party's material, nothing is left.
              agreed.put(name, new Position(made, Math.min(used, own.made())));
            });
    units.settle(batch, agreed);
  }

  private byte[] describe() throws BadFile {
    Map<String, Standing> usable = new LinkedHashMap<>();
    for (DiskPrepStore batch : store.batches()) {
      // The description uses this party's own numbers, because a limit agreed on before is
      // negotiated anew.
      Optional<Map<String, Position>> standing =
          batch.burnt() ? Optional.empty() : units.standing(batch);
      standing
          .filter(of -> of.values().stream().anyMatch(each -> each.made() > each.used()))
          .ifPresent(of -> usable.put(batch.header().id(), new Standing(of)));
    }
    return encode(usable);
  }

  private static byte[] encode(Map<String, Standing> batches) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(batches.size());
      for (Map.Entry<String, Standing> batch : batches.entrySet()) {
        Map<String, Position> positions = batch.getValue().positions();
        out.writeUTF(batch.getKey());
        out.writeInt(positions.size());
        for (Map.Entry<String, Position> position : positions.entrySet()) {
          out.writeUTF(position.getKey());
          out.writeLong(position.getValue().made());
          out.writeLong(position.getValue().used());
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be written", e);
    }
    return bytes.toByteArray();
  }

  private List<Map<String, Standing>> exchange(Session session) throws MpcException {
    byte[] mine = describe();
    if (mine.length > MAX_BYTES) {
      throw new Refused(
          store.folder() + " has too many batches with something left: use some up first");
    }
    byte[][] ins = Descriptions.exchange(session, mine, MAX_BYTES, "a store's description");
    List<Map<String, Standing>> all = new ArrayList<>();
    FieldHash said = new FieldHash("states of stores");
    for (byte[] description : ins) {
      said.add(description);
      Map<String, Standing> parsed = parse(description);
      session.require(parsed != null, Check.MALFORMED, "a store's description");
      all.add(parsed);
    }
    if (session.parties() > 2) { // all parties decide by the same descriptions
      PublicValue.requireEqual(
          session, new TreeMap<>(Map.of("the states of the stores", said.digest())));
    }
    return all;
  }

  /** Parses a description; null if the description is invalid. */
  private Map<String, Standing> parse(byte[] description) {
    Map<String, Standing> batches = new LinkedHashMap<>();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(description))) {
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        String id = in.readUTF();
        int kinds = in.readInt();
        if (kinds < 0 || kinds > MAX_KINDS) {
          return null;
        }
        Map<String, Position> positions = new LinkedHashMap<>();
        for (int k = 0; k < kinds; k++) {
          Position position = position(in, positions);
          if (position == null) {
            return null;
          }
        }
        if (!units.areNames(positions.keySet())) {
          return null;
        }
        batches.put(id, new Standing(positions));
      }
      return count == batches.size() && in.read() < 0 ? batches : null;
    } catch (IOException e) {
      return null;
    }
  }

  private static Position position(DataInputStream in, Map<String, Position> into)
      throws IOException {
    String name = in.readUTF();
    Position position = new Position(in.readLong(), in.readLong());
    return position.makesSense() && into.put(name, position) == null ? position : null;
  }
}
