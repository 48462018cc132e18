package org.schurmpc.core.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;

/**
 * A cheater that moves one opening by an error that it chooses, and continues with the opening as
 * moved; and what all parties open of commitments at the end of the run, added up: the tosses, the
 * σ_i and the hashes of the checks. Whoever cheats knows its own parts, and those of honest parties
 * are uniform under their sum, so that the sums are all that a check shows.
 */
public final class ForgedOpening {
  private final int parties;
  private final int cheater;
  private final Move error;

  /** By party, the frames that it sends its first peer, and those to each peer counted. */
  private final List<List<byte[]>> sent = new ArrayList<>();

  /** Set by the parties' threads. */
  private final AtomicBoolean forged = new AtomicBoolean();

  /** What becomes of an opening. */
  @FunctionalInterface
  public interface Move {
    /**
     * Whether, and how, a frame is moved.
     *
     * @param index the frame's number, on each connection
     * @param frame changed in place
     * @return whether it was changed
     */
    boolean move(int index, byte[] frame);

    /** As the other, for a frame from one party to another. */
    default boolean move(int from, int to, int index, byte[] frame) {
      return move(index, frame);
    }

    /** Returns an error of what one party sends alone: of masked inputs, for example. */
    static Move of(int party, Move error) {
      return new Move() {
        @Override
        public boolean move(int index, byte[] frame) {
          return error.move(index, frame);
        }

        @Override
        public boolean move(int from, int to, int index, byte[] frame) {
          return from == party && error.move(from, to, index, frame);
        }
      };
    }
  }

  /** Creates a run of a number of parties. */
  public ForgedOpening(int parties, int cheater, Move error) {
    this.parties = parties;
    this.cheater = cheater;
    this.error = error;
    for (int party = 0; party < parties; party++) {
      sent.add(new ArrayList<>());
    }
  }

  /** Returns an error that changes bits of one byte of one frame. */
  public static Move flip(int frameIndex, int at, int mask) {
    return (index, frame) -> {
      if (index == frameIndex) {
        frame[at] ^= (byte) mask;
      }
      return index == frameIndex;
    };
  }

  /**
   * Returns networks on which the opening is moved: what the cheater sends, and what it receives of
   * one peer, so that all parties have the same wrong value.
   */
  public Network[] of(Network[] networks) {
    Network[] all = Arrays.copyOf(networks, parties, Network[].class);
    int seen = cheater == 0 ? 1 : 0;
    for (int party = 0; party < parties; party++) {
      int from = party;
      int first = party == 0 ? 1 : 0;
      all[party] =
          new TamperingNetwork(
              networks[party],
              (to, index, frame) -> {
                byte[] moved = frame.clone();
                if (to == first) {
                  sent.get(from).add(moved);
                }
                boolean may = from == cheater || (from == seen && to == cheater);
                if (may && error.move(from, to, index, moved)) {
                  forged.set(true);
                }
                return moved;
              });
    }
    return all;
  }

  /** Whether an opening was moved. */
  public boolean forged() {
    return forged.get();
  }

  /** Returns the lengths of the frames that a party sent its first peer. */
  public List<Integer> lengths(int party) {
    return sent.get(party).stream().map(frame -> frame.length).toList();
  }

  /**
   * Returns the sums of the values that all parties opened at the end of the run, of one check
   * after the other without other messages in between.
   *
   * @param field a binary field, of the σ_i
   */
  public List<byte[]> sums(Field field) {
    return sums(field, List.of(field));
  }

  private List<byte[]> sums(Field field, List<Field> all) {
    List<List<byte[]>> opened = sent.stream().map(frames -> opened(frames, all)).toList();
    int count = opened.stream().mapToInt(List::size).min().orElseThrow();
    List<byte[]> sums = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] sum = opened.get(0).get(i).clone();
      for (List<byte[]> each : opened.subList(1, parties)) {
        add(field, sum, each.get(i));
      }
      sums.add(sum);
    }
    return sums;
  }

  /**
   * Whether this run and another one, of equal randomness, show the same at their ends: each pair
   * of sums is equal, in one of the fields or bit by bit, and so are the lengths of all messages.
   */
  public boolean showsAs(ForgedOpening other, List<Field> fields) {
    boolean same = true;
    for (int party = 0; party < parties; party++) {
      same &= lengths(party).equals(other.lengths(party));
    }
    List<List<byte[]>> mine = new ArrayList<>();
    List<List<byte[]>> theirs = new ArrayList<>();
    for (Field field : fields) {
      mine.add(sums(field, fields));
      theirs.add(other.sums(field, fields));
    }
    same &= mine.get(0).size() == theirs.get(0).size();
    for (int i = 0; same && i < mine.get(0).size(); i++) {
      boolean equal = false;
      for (int f = 0; f < fields.size(); f++) {
        equal |= Arrays.equals(mine.get(f).get(i), theirs.get(f).get(i));
      }
      same = equal;
    }
    return same;
  }

  private static List<byte[]> opened(List<byte[]> frames, List<Field> fields) {
    List<byte[]> opened = new ArrayList<>();
    for (int i = frames.size() - 1; i >= 0; i--) {
      int length = frames.get(i).length - Commitment.RANDOMNESS_BYTES;
      boolean committed = frames.get(i).length == FieldHash.BYTES; // or compared
      boolean ofField = fields.stream().anyMatch(field -> field.bytes() == length);
      if (!committed && !ofField && length != Prg.SEED_BYTES) {
        break;
      }
      if (!committed) {
        opened.add(0, Arrays.copyOf(frames.get(i), length));
      }
    }
    return opened;
  }

  private static void add(Field field, byte[] sum, byte[] more) {
    if (field.isBinary() || sum.length != field.bytes()) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] ^= more[i];
      }
      return;
    }
    add(field, sum, 0, more, 0);
  }

  /** Adds an element to another one of a message. */
  private static void add(Field field, byte[] sum, int at, byte[] more, int moreAt) {
    long[] x = new long[field.limbs()];
    long[] y = new long[field.limbs()];
    field.fromBytes(sum, at, x, 0, 1);
    field.fromBytes(more, moreAt, y, 0, 1);
    field.add(x, 0, y, 0, x, 0, 1);
    field.toBytes(x, 0, sum, at, 1);
  }

  /** Returns an error that adds something to an element of one message. */
  public static Move addend(int frameIndex, Field field, int element, byte[] addend) {
    return (index, frame) -> {
      if (index == frameIndex) {
        add(field, frame, element * field.bytes(), addend, 0);
      }
      return index == frameIndex;
    };
  }
}
