package org.schurmpc.core.prep.disk;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.Session;

/**
 * How the parties of a session agree on which batches they all have and where they stand in them:
 * everybody goes to the furthest position of all, so that a party whose store is older than it was
 * cannot make others use anything again, and uses nothing that some party does not have.
 *
 * <p>Positions are public. A party that lies low changes nothing, since others do not go back; one
 * that lies high burns material, so what others let go at once is limited: to {@value #LEASES}
 * times what was ever used at once or will be now, or an eighth of the batch, if that is more.
 * Honest parties differ by one evaluation at most, which a crash cut off.
 */
public final class StoreAgreement {
  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_KINDS = 1 << 10;
  private static final int LEASES = 4;
  private static final int SHARE = 8;

  private StoreAgreement() {}

  /** What a party says of a batch. */
  private record Standing(Map<String, Position> kinds) {
    Position of(MaterialKind kind) {
      return kinds.getOrDefault(kind.name(), Position.NONE);
    }
  }

  private record Position(long made, long used) {
    static final Position NONE = new Position(0, 0);
  }

  /**
   * Agrees; two rounds, with what lies between them written down at all parties first.
   *
   * @param demand what is going to be used, for the limit
   * @return the batches that all parties have, in the first party's order, each of them where the
   *     furthest party stands and with no more in it than all have
   * @throws Disagreement if a party stands too far ahead
   */
  public static List<DiskPrepStore> agree(Session session, StoreDirectory store, Demand demand)
      throws MpcException {
    List<Map<String, Standing>> all = exchange(session, store);
    Map<String, DiskPrepStore> mine = new HashMap<>();
    store.batches().forEach(batch -> mine.put(batch.header().id(), batch));
    Map<DiskPrepStore, List<Standing>> common = new LinkedHashMap<>();
    for (String id : all.get(0).keySet()) {
      if (all.stream().allMatch(theirs -> theirs.containsKey(id))) {
        common.put(mine.get(id), all.stream().map(theirs -> theirs.get(id)).toList());
      }
    }
    // Nothing is let go if a party stands too far ahead anywhere.
    for (Map.Entry<DiskPrepStore, List<Standing>> batch : common.entrySet()) {
      requireNear(batch.getKey(), batch.getValue(), demand);
    }
    for (Map.Entry<DiskPrepStore, List<Standing>> batch : common.entrySet()) {
      settle(batch.getKey(), batch.getValue());
    }
    return List.copyOf(common.keySet());
  }

  private static void requireNear(DiskPrepStore batch, List<Standing> standings, Demand demand)
      throws Disagreement {
    for (MaterialKind kind : batch.kinds()) {
      for (int party = 0; party < standings.size(); party++) {
        requireNear(batch, kind, standings.get(party).of(kind).used(), demand, party);
      }
    }
  }

  private static void settle(DiskPrepStore batch, List<Standing> standings) throws MpcException {
    Map<MaterialKind, Long> positions = new LinkedHashMap<>();
    for (MaterialKind kind : batch.kinds()) {
      long made = Long.MAX_VALUE;
      long used = 0;
      for (Standing standing : standings) {
        made = Math.min(made, standing.of(kind).made());
        used = Math.max(used, standing.of(kind).used());
      }
      // Who stands further than others have anything says so, or nothing of this kind is left.
      positions.put(kind, Math.min(used, batch.made(kind)));
      batch.limit(kind, made);
    }
    batch.advance(positions);
  }

  private static void requireNear(
      DiskPrepStore batch, MaterialKind kind, long theirs, Demand demand, int party)
      throws Disagreement {
    long ahead = theirs - batch.used(kind);
    long once = Math.max(batch.mostAtOnce(kind), demand.quotas().getOrDefault(kind, 0L));
    long limit = Math.max(LEASES * once, batch.made(kind) / SHARE);
    if (ahead > limit) {
      throw new Disagreement(
          ("party %d says that %,d more items of '%s' in %s were used than this party knows of,"
                  + " and an interrupted run explains no more than %,d: this store is an old copy,"
                  + " or that party lies; make a new one")
              .formatted(party + 1, ahead, kind.name(), batch.folder(), limit));
    }
  }

  private static byte[] describe(StoreDirectory store) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      List<DiskPrepStore> usable =
          store.batches().stream().filter(StoreAgreement::anythingLeft).toList();
      out.writeInt(usable.size());
      for (DiskPrepStore batch : usable) {
        out.writeUTF(batch.header().id());
        out.writeInt(batch.kinds().size());
        for (MaterialKind kind : batch.kinds()) {
          out.writeUTF(kind.name());
          out.writeLong(batch.made(kind));
          out.writeLong(batch.used(kind));
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be written", e);
    }
    return bytes.toByteArray();
  }

  /** By this party's own account: a limit that was agreed on is what is to be agreed on anew. */
  private static boolean anythingLeft(DiskPrepStore batch) {
    return !batch.burnt()
        && batch.kinds().stream().anyMatch(kind -> batch.made(kind) > batch.used(kind));
  }

  private static List<Map<String, Standing>> exchange(Session session, StoreDirectory store)
      throws MpcException {
    byte[] mine = describe(store);
    if (mine.length > MAX_BYTES) {
      throw new Refused(
          store.folder() + " has too many batches with something left: use some up first");
    }
    int parties = session.parties();
    byte[][] lengths =
        session.exchangeAll(ByteBuffer.allocate(Integer.BYTES).putInt(mine.length).array());
    byte[][] outs = new byte[parties][];
    byte[][] ins = new byte[parties][];
    int[] outLengths = new int[parties];
    int[] inLengths = new int[parties];
    for (int peer : session.peers()) {
      int length = ByteBuffer.wrap(lengths[peer]).getInt();
      session.require(
          length > 0 && length <= MAX_BYTES,
          Check.MALFORMED,
          "the length of a store's description");
      outs[peer] = mine;
      outLengths[peer] = mine.length;
      ins[peer] = new byte[length];
      inLengths[peer] = length;
    }
    session.exchangeAll(outs, outLengths, ins, inLengths);
    ins[session.party()] = mine;
    List<Map<String, Standing>> all = new ArrayList<>();
    for (byte[] description : ins) {
      Map<String, Standing> parsed = parse(description);
      session.require(parsed != null, Check.MALFORMED, "a store's description");
      all.add(parsed);
    }
    return all;
  }

  /** Returns null if it is none. */
  private static Map<String, Standing> parse(byte[] description) {
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
    boolean right = position.used() >= 0 && position.used() <= position.made();
    return right && into.put(name, position) == null ? position : null;
  }
}
