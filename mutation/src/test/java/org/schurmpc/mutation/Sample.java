package org.schurmpc.mutation;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** What the mutators change, and what they leave alone. */
final class Sample implements Supplier<String> {
  private static final class Key {
    private final List<String> seen;

    Key(List<String> seen) {
      this.seen = seen;
    }

    void wipe() {
      seen.add("wiped");
    }
  }

  /** Draws bytes of 7 only. */
  private static final class Sevens extends SecureRandom {
    private static final long serialVersionUID = 1L;

    @Override
    public void nextBytes(byte[] bytes) {
      Arrays.fill(bytes, (byte) 7);
    }
  }

  private final SecureRandom secure = new Sevens();
  private final List<String> seen = new ArrayList<>();
  private final Key key = new Key(seen);

  /** Runs all, and returns what came of it. */
  @Override
  public String get() {
    requireSmall(1L, 2);
    note("noted");
    seen.add("equal " + equal(1, 2));
    seen.add("toss " + toss("label", 2).length + toss("label", 2)[0]);
    seen.add("drawn " + drawn()[0]);
    seen.add(burnt(new IllegalStateException("failed")).getMessage());
    key.wipe();
    Key local = new Key(seen);
    local.wipe();
    return String.join(", ", seen);
  }

  private void requireSmall(long value, int most) {
    seen.add("required " + value + most);
  }

  private void note(String what) {
    seen.add(what);
  }

  private boolean equal(int a, int b) {
    seen.add("compared");
    return a == b;
  }

  private byte[] toss(String label, int n) {
    byte[] tossed = new byte[n];
    tossed[0] = (byte) label.length();
    return tossed;
  }

  private byte[] drawn() {
    byte[] drawn = new byte[1];
    secure.nextBytes(drawn);
    // Not secret: stays as it is in all mutants.
    new Random(1).nextBytes(new byte[1]);
    return drawn;
  }

  private IllegalStateException burnt(IllegalStateException e) {
    seen.add("burnt");
    return e;
  }
}
