package org.schurmpc.core.prep.disk;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a party says of its kept memory.
 *
 * @param id of the memory; empty if the party has none
 * @param fresh whether no run ever used the memory, or there is none
 * @param version that is in use, or was used last
 * @param digest of the clear memory of the version, hex
 * @param next digest of the clear memory of the next version, hex, if that is prepared
 * @param reset the version that the party's operator asks for in spite of a reveal
 */
record KeptStatement(
    Optional<String> id,
    boolean fresh,
    KeptPhase phase,
    long version,
    String digest,
    Optional<String> next,
    OptionalLong reset) {
  /** Length of the longest statement in bytes. */
  static final int MAX_BYTES = 512;

  private static final Pattern TEXT =
      Pattern.compile(
          "memory ([0-9a-f]{64}|none) (new|used) ([a-z_]{1,20}) ([0-9]{1,18}) ([0-9a-f]{64})"
              + " ([0-9a-f]{64}|none) ([0-9]{1,18}|none)");

  /**
   * Returns the statement about a memory.
   *
   * @param kept the memory, if there is one
   */
  static KeptStatement of(Optional<KeptFolder> kept, OptionalLong reset) {
    if (kept.isEmpty()) {
      return new KeptStatement(
          Optional.empty(),
          true,
          KeptPhase.COMMITTED,
          0,
          KeptHistory.NOTHING,
          Optional.empty(),
          reset);
    }
    KeptHistory history = kept.get().history();
    return new KeptStatement(
        Optional.of(kept.get().header().id()),
        history.fresh(),
        history.phase(),
        history.current().number(),
        kept.get().digest(history.current()),
        history.next().map(kept.get()::digest),
        reset);
  }

  byte[] bytes() {
    String text =
        "memory %s %s %s %d %s %s %s"
            .formatted(
                id.orElse("none"),
                fresh ? "new" : "used",
                phase.name().toLowerCase(Locale.ROOT),
                version,
                digest,
                next.orElse("none"),
                reset.isPresent() ? Long.toString(reset.getAsLong()) : "none");
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Parses a statement; null if it is invalid. */
  static KeptStatement parse(byte[] bytes) {
    Matcher text = TEXT.matcher(new String(bytes, StandardCharsets.UTF_8));
    if (!text.matches()) {
      return null;
    }
    KeptPhase phase = phase(text.group(3));
    if (phase == null) {
      return null;
    }
    KeptStatement statement =
        new KeptStatement(
            said(text.group(1)),
            text.group(2).equals("new"),
            phase,
            Long.parseLong(text.group(4)),
            text.group(5),
            said(text.group(6)),
            said(text.group(7)).isPresent()
                ? OptionalLong.of(Long.parseLong(text.group(7)))
                : OptionalLong.empty());
    return statement.makesSense() ? statement : null;
  }

  private static Optional<String> said(String word) {
    return word.equals("none") ? Optional.empty() : Optional.of(word);
  }

  private static KeptPhase phase(String word) {
    for (KeptPhase phase : KeptPhase.values()) {
      if (phase.name().toLowerCase(Locale.ROOT).equals(word)) {
        return phase;
      }
    }
    return null;
  }

  private boolean makesSense() {
    return (fresh || id.isPresent())
        && (!fresh || (phase == KeptPhase.COMMITTED && version == 0))
        && next.isPresent() == phase.prepared();
  }
}
