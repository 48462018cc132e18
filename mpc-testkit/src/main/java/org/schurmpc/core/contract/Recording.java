package org.schurmpc.core.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;

/** Records every frame that each party sends, and hashes what was recorded. */
public final class Recording {
  /** How many bytes of a hash are pinned. */
  private static final int PINNED_BYTES = 16;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Frame(int peer, byte[] bytes) {}

  private final List<List<Frame>> sent = new ArrayList<>();

  /** Returns networks that behave as these and are recorded; forks of them are not. */
  public Network[] of(Network[] networks) {
    Network[] recorded = Arrays.copyOf(networks, networks.length, Network[].class);
    for (int party = 0; party < networks.length; party++) {
      List<Frame> frames = new ArrayList<>();
      sent.add(frames);
      recorded[party] =
          new TamperingNetwork(
              networks[party],
              (peer, index, frame) -> {
                frames.add(new Frame(peer, frame.clone()));
                return frame;
              });
    }
    return recorded;
  }

  /** The frames that a party sent, to all peers in the order of sending. */
  public List<byte[]> frames(int party) {
    return sent.get(party).stream().map(Frame::bytes).collect(Collectors.toList());
  }

  /** The frames of all parties, each party's as {@link #frames(int)}. */
  public List<List<byte[]>> frames() {
    List<List<byte[]>> all = new ArrayList<>();
    for (int party = 0; party < sent.size(); party++) {
      all.add(frames(party));
    }
    return all;
  }

  /** Hashes every frame with its receiver, party by party. */
  public String hash() {
    FieldHash all = new FieldHash("all");
    for (int party = 0; party < sent.size(); party++) {
      FieldHash hash = new FieldHash("party").add(party);
      sent.get(party).forEach(frame -> hash.add(frame.peer).add(frame.bytes));
      all.add(hash.digest());
    }
    return pinned(all);
  }

  /** Hashes the frames of two parties, each party's apart. */
  public String hashOfTwo() {
    FieldHash both = new FieldHash("both");
    for (int party = 0; party < 2; party++) {
      FieldHash hash = new FieldHash(party == 0 ? "first" : "second");
      frames(party).forEach(hash::add);
      both.add(hash.digest());
    }
    return pinned(both);
  }

  /** Hashes the frames alone, the first party's, then the next one's. */
  public String hashOfFrames() {
    FieldHash all = new FieldHash("frames");
    frames().forEach(frames -> frames.forEach(all::add));
    return pinned(all);
  }

  private static String pinned(FieldHash hash) {
    return HexFormat.of().formatHex(hash.digest(), 0, PINNED_BYTES);
  }
}
