package org.schurmpc.core.prep.ledger;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.Descriptions;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the keys of used-up material, with spares: masks by which values under a key are moved to
 * another one. A move takes a spare, which is recorded as used before any part of a message is
 * computed with it, whether the move succeeds or not.
 *
 * <p>Spares that a run sets aside are noted when the run is prepared. Older ones of their key stay
 * until they are used up, since other values under the key count on them, and so that the parties
 * have some in common whatever is cut off.
 */
public final class MovableKeys {
  private static final Logger LOG = LoggerFactory.getLogger(MovableKeys.class);
  private static final int MAX_BYTES = 1 << 14;
  private static final int FEW = 8;

  private final KeptSets sets;

  MovableKeys(KeptSets sets) {
    this.sets = sets;
  }

  /**
   * A spare that is recorded as used.
   *
   * @param number which of the spares, counted from 0
   * @param content what was kept; secret, the caller wipes it
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  public record Spare(KeyName key, int number, byte[] content) {}

  /**
   * Writes spares, and returns the entry that names them: the caller notes it with what it prepares
   * under the key.
   *
   * @param id of the spares, equal at all parties
   * @param count how many there are
   * @param content the key and all spares; stays the caller's
   */
  public String keep(KeyName key, byte[] id, int count, byte[] content) throws BadFile {
    String name = key + " " + HexFormat.of().formatHex(id);
    String blob = sets.ledger().blobs().write(about(name), content);
    return "%s spares %s %s %d".formatted(SetHistory.WORD, name, blob, count);
  }

  private static String about(String name) {
    return "spares " + name;
  }

  /**
   * Returns the entry that is noted when all parties have prepared these spares: older ones that
   * are used up are deleted.
   */
  public static String latest(KeyName key, byte[] id) {
    return "%s latest %s %s".formatted(SetHistory.WORD, key, HexFormat.of().formatHex(id));
  }

  /** Returns the entry that is noted when a run is over that had prepared these spares in vain. */
  public static String unspared(KeyName key, byte[] id) {
    return "%s unspared %s %s".formatted(SetHistory.WORD, key, HexFormat.of().formatHex(id));
  }

  /**
   * Agrees with all parties on a spare of a key, and records it as used; three rounds. What it
   * moves must be moved in the sessions of the store that keeps the key, since a failed check burns
   * all that is under it.
   *
   * @throws Refused if the parties have no spare in common, or no open store keeps the key
   * @throws BadFile if the key is burnt
   */
  public Spare take(Session session, KeyName key) throws MpcException {
    sets.guards().requireUsable(Set.of(key));
    List<SpareStock.Spares> mine = sets.history().spares(key);
    StringBuilder text = new StringBuilder(key.toString());
    mine.forEach(each -> text.append('\n').append(each.id()).append(' ').append(each.used()));
    byte[][] said =
        Descriptions.exchange(
            session,
            text.toString().getBytes(StandardCharsets.UTF_8),
            MAX_BYTES,
            "a description of spares");
    FieldHash heard = new FieldHash("spares that the parties have");
    List<Map<String, Integer>> all = new ArrayList<>();
    List<String> order = new ArrayList<>(); // of the first party, the newest first
    for (byte[] each : said) {
      heard.add(each);
      all.add(parse(session, key, each, all.isEmpty() ? order : new ArrayList<>()));
    }
    PublicValue.requireEqual(
        session, new TreeMap<>(Map.of("the spares that they have", heard.digest())));
    for (String id : order) {
      Optional<SpareStock.Spares> own =
          mine.stream().filter(each -> each.id().equals(id)).findFirst();
      if (own.isPresent() && all.stream().allMatch(each -> each.containsKey(id))) {
        int number = all.stream().mapToInt(each -> each.get(id)).max().orElseThrow();
        if (number < own.get().count()) {
          return use(key, own.get(), number);
        }
      }
    }
    throw new Refused(
        "nothing is left by which values are moved from the key %s: it is used no more"
            .formatted(key));
  }

  private static Map<String, Integer> parse(
      Session session, KeyName key, byte[] said, List<String> order) throws MpcException {
    String[] lines = new String(said, StandardCharsets.UTF_8).split("\n", -1);
    session.require(lines[0].equals(key.toString()), Check.MALFORMED, "a description of spares");
    Map<String, Integer> used = new HashMap<>();
    for (int i = 1; i < lines.length; i++) {
      session.require(
          lines[i].matches("[0-9a-f]{64} [0-9]{1,6}"), Check.MALFORMED, "a description of spares");
      String id = lines[i].substring(0, 64);
      used.put(id, Integer.parseInt(lines[i].substring(65)));
      order.add(0, id);
    }
    return used;
  }

  /**
   * Records a spare as used.
   *
   * @throws Refused if it was used since the parties agreed on it, in another session
   */
  Spare use(KeyName key, SpareStock.Spares spares, int number) throws MpcException {
    String name = key + " " + spares.id();
    synchronized (this) {
      boolean free =
          sets.history().spares(key).stream()
              .anyMatch(each -> each.id().equals(spares.id()) && each.used() <= number);
      if (!free) {
        throw new Refused("another session used the spare %d of the key %s".formatted(number, key));
      }
      sets.note(List.of("%s spare %s %d".formatted(SetHistory.WORD, name, number)));
    }
    int left = left(key);
    if (left < FEW) {
      LOG.warn("{} moves are left from the key {}: move everything that is under it", left, key);
    }
    return new Spare(key, number, sets.ledger().blobs().readBytes(spares.blob(), about(name)));
  }

  /** Returns how many spares of a key this party has. */
  public int left(KeyName key) {
    return sets.history().spares(key).stream().mapToInt(each -> each.count() - each.used()).sum();
  }

  /**
   * Deletes the spares of keys under which no set is and no run is at work.
   *
   * @param needed keys under which the caller keeps something
   */
  public void tidy(Set<KeyName> needed) throws BadFile {
    List<String> entries = new ArrayList<>();
    Set<KeyName> kept = sets.history().valueKeys();
    for (KeyName key : sets.history().sparedKeys()) {
      if (!needed.contains(key) && !kept.contains(key)) {
        for (SpareStock.Spares each : sets.history().spares(key)) {
          entries.add("%s unspared %s %s".formatted(SetHistory.WORD, key, each.id()));
        }
      }
    }
    sets.noteAndSweep(entries);
  }
}
