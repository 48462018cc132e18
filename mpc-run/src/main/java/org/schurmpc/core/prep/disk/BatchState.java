package org.schurmpc.core.prep.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Represents the state that results from a batch's journal. Its entries are
 *
 * <pre>
 * begun                   the first one
 * kind I LONGS NAME       the kind with index I
 * made P I=N ...          portion P is complete: N items of kind I
 * used I=N ...            all items of kind I before position N are used up
 * left I=N ...            like "used", because a peer had reached this position
 * said P:U=N ...          party P has said that it used N of unit U: of the kind with this index,
 *                         or of "all", whole evaluations
 * armed BOOT              from here on verdicts of checks may be pending: see the mark
 * disarmed                no verdict is pending
 * burnt WHY               nothing of the batch may be used any more
 * </pre>
 */
final class BatchState {
  private static final String NO_BOOT = "unknown";

  private final List<MaterialKind> kinds = new ArrayList<>();
  private final List<List<ItemFile>> files = new ArrayList<>(); // by kind
  private final List<Long> used = new ArrayList<>(); // by kind
  private final List<Long> mostAtOnce = new ArrayList<>(); // by kind
  private final Map<String, Long> said = new TreeMap<>(); // by party and unit
  private boolean begun;
  private int portions;
  private Optional<Destruction> burnt = Optional.empty();
  private Optional<String> armed = Optional.empty();
  private boolean anyUsed;

  /** Returns the state that results from entries. */
  static BatchState of(List<String> entries, String where) throws BadFile {
    BatchState state = new BatchState();
    for (String entry : entries) {
      try {
        state.apply(entry);
      } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException e) {
        throw new BadFile(where + " holds an entry that makes no sense: " + entry, e);
      }
    }
    return state;
  }

  static String kindEntry(int index, MaterialKind kind) {
    return "kind %d %d %s".formatted(index, kind.longsPerItem(), kind.name());
  }

  static String madeEntry(int portion, Map<Integer, Long> counts) {
    return "made " + portion + numbers(counts);
  }

  static String usedEntry(Map<Integer, Long> positions) {
    return "used" + numbers(positions);
  }

  static String leftEntry(Map<Integer, Long> positions) {
    return "left" + numbers(positions);
  }

  /**
   * Returns an entry for what peers have said.
   *
   * @param said the numbers used, by {@link #unit}
   */
  static String saidEntry(Map<String, Long> said) {
    StringBuilder text = new StringBuilder("said");
    new TreeMap<>(said).forEach((unit, n) -> text.append(' ').append(unit).append('=').append(n));
    return text.toString();
  }

  /**
   * Names a peer's position.
   *
   * @param kind the index of the kind that is counted; negative for whole evaluations
   */
  static String unit(int party, int kind) {
    return (party + 1) + ":" + (kind < 0 ? "all" : Integer.toString(kind));
  }

  static String burntEntry(Destruction why) {
    return "burnt " + why.word();
  }

  /**
   * Returns an entry that arms the batch.
   *
   * @param boot the machine's current boot, if known
   */
  static String armedEntry(Optional<String> boot) {
    return "armed " + boot.orElse(NO_BOOT);
  }

  static String disarmedEntry() {
    return "disarmed";
  }

  private static String numbers(Map<Integer, Long> byKind) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(byKind).forEach((kind, n) -> text.append(' ').append(kind).append('=').append(n));
    return text.toString();
  }

  /** Adds an entry. */
  void apply(String entry) {
    String[] words = entry.split(" ", 4);
    require(begun != entry.equals(Journal.BEGUN));
    switch (words[0]) {
      case Journal.BEGUN -> begun = true;
      case "kind" -> {
        require(Integer.parseInt(words[1]) == kinds.size());
        kinds.add(new MaterialKind(words[3], Integer.parseInt(words[2])));
        files.add(new ArrayList<>());
        used.add(0L);
        mostAtOnce.add(0L);
      }
      case "made" -> {
        String[] all = entry.split(" ", -1);
        int portion = Integer.parseInt(all[1]);
        require(portion == portions);
        for (int i = 2; i < all.length; i++) {
          int kind = kindOf(all[i]);
          ItemFile file = new ItemFile(portion, kind, kinds.get(kind), made(kind), valueOf(all[i]));
          file.requireSane();
          files.get(kind).add(file);
        }
        portions++;
      }
      case "used", "left" -> {
        String[] all = entry.split(" ", -1);
        for (int i = 1; i < all.length; i++) {
          int kind = kindOf(all[i]);
          long to = valueOf(all[i]);
          long more = to - used.get(kind);
          require(more >= 0 && to <= made(kind));
          used.set(kind, to);
          if (words[0].equals("used")) {
            mostAtOnce.set(kind, Math.max(more, mostAtOnce.get(kind)));
          }
          anyUsed |= to > 0;
        }
      }
      case "said" -> {
        String[] all = entry.split(" ", -1);
        for (int i = 1; i < all.length; i++) {
          String unit = all[i].substring(0, all[i].indexOf('='));
          require(valueOf(all[i]) > said(unit));
          said.put(unit, valueOf(all[i]));
        }
      }
      case "armed" -> armed = Optional.of(words[1]);
      case "disarmed" -> armed = Optional.empty();
      case "burnt" -> burnt = Optional.of(Destruction.of(words[1]));
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("out of order");
    }
  }

  private static int kindOf(String pair) {
    return Integer.parseInt(pair.substring(0, pair.indexOf('=')));
  }

  private static long valueOf(String pair) {
    return Long.parseLong(pair.substring(pair.indexOf('=') + 1));
  }

  List<MaterialKind> kinds() {
    return kinds;
  }

  /** Returns the index of a kind; negative if there is no such kind. */
  int indexOf(MaterialKind kind) {
    return kinds.indexOf(kind);
  }

  List<ItemFile> files(int kind) {
    return files.get(kind);
  }

  /** Returns the number of items of a kind that were generated. */
  long made(int kind) {
    List<ItemFile> of = files.get(kind);
    return of.isEmpty() ? 0 : of.get(of.size() - 1).end();
  }

  /** Returns the number of items of a kind that are used up. */
  long used(int kind) {
    return used.get(kind);
  }

  /** Returns the largest number of items of a kind that this party itself ever used up at once. */
  long mostAtOnce(int kind) {
    return mostAtOnce.get(kind);
  }

  /** Returns the largest number that a peer has said to have used of a {@link #unit}. */
  long said(String unit) {
    return said.getOrDefault(unit, 0L);
  }

  int portions() {
    return portions;
  }

  boolean burnt() {
    return burnt.isPresent();
  }

  /** Returns why the batch was destroyed, if it was. */
  Optional<Destruction> destruction() {
    return burnt;
  }

  /** Returns whether verdicts of checks may be pending. */
  boolean armed() {
    return armed.isPresent();
  }

  /**
   * Returns whether the batch was armed in the given boot of the machine; false if the boot is
   * unknown.
   */
  boolean armedSince(Optional<String> boot) {
    return boot.isPresent() && armed.equals(boot);
  }

  boolean anyUsed() {
    return anyUsed;
  }

  /** Returns whether all items that were generated are used up, even if none were generated. */
  boolean spent() {
    boolean spent = true;
    for (int kind = 0; kind < kinds.size(); kind++) {
      spent &= used(kind) == made(kind);
    }
    return spent;
  }

  /** Returns whether a file holds nothing that could still be used. */
  boolean spent(ItemFile file) {
    return burnt() || file.end() <= used(file.kind());
  }
}
