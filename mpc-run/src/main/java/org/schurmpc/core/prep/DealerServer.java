package org.schurmpc.core.prep;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.PolynomialHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.net.Channel;

/**
 * Serves the stores of each party, one for each part: deals the demand of a part to all parties,
 * over a channel each, whenever they ask for this part. <b>Insecure</b>, like its dealers.
 */
public final class DealerServer {
  private final List<Part> parts;
  private final List<byte[]> digests;
  private final SecureRandom random;

  /**
   * Describes the material under one key.
   *
   * @param dealer used by one server alone; closed by whoever opened the dealer
   * @param demand the demand of every request for this part
   */
  public record Part(TrustedDealer dealer, Demand demand) {}

  /** Creates a server of one part. */
  public DealerServer(TrustedDealer dealer, Demand demand, SecureRandom random) {
    this(List.of(new Part(dealer, demand)), random);
  }

  /**
   * Creates a server.
   *
   * @param parts at least one, with different demands: a request names its part by the demand
   */
  public DealerServer(List<Part> parts, SecureRandom random) {
    this.parts = List.copyOf(parts);
    this.digests = parts.stream().map(part -> part.demand.digest()).toList();
    this.random = random;
  }

  /**
   * Reads the introduction of a party.
   *
   * @return the party's index; the caller ensures that no other party has this index
   * @throws ConnectionLost if the message is not an introduction, or names a party that does not
   *     exist
   */
  public static int introduction(Channel channel, int parties) throws MpcException {
    byte[] hello = new byte[DealerWire.HELLO_BYTES];
    channel.receive(hello, 0, hello.length);
    ByteBuffer in = ByteBuffer.wrap(hello);
    if (in.getInt() != DealerWire.MAGIC || in.getInt() != DealerWire.VERSION) {
      throw new ConnectionLost(channel.peer() + " does not speak the dealer's protocol");
    }
    int party = in.getInt();
    if (party < 0 || party >= parties) {
      throw new ConnectionLost(channel.peer() + " claims to be party " + (party + 1L));
    }
    return party;
  }

  /**
   * Serves until a party wants nothing more. Each round of requests starts when all parties have
   * asked.
   *
   * @param channels the channels to the parties, by index, after their {@link #introduction}
   * @return the number of rounds dealt, by part
   * @throws Disagreement if a party asked for another demand; the parties have been notified
   */
  public int[] serve(List<Channel> channels) throws MpcException {
    byte[] storeId = new byte[DealerWire.STORE_ID_BYTES];
    random.nextBytes(storeId);
    for (Channel channel : channels) {
      channel.send(storeId, 0, storeId.length);
      channel.established();
    }
    int[] dealt = new int[parts.size()];
    int rounds = 0;
    for (int part = await(channels); part >= 0; part = await(channels)) {
      deal(channels, parts.get(part), dealt[part] == 0, storeId, rounds);
      dealt[part]++;
      rounds++;
    }
    return dealt;
  }

  /**
   * Deals one round.
   *
   * @param first whether the part's keys come first
   * @param rounds the number of earlier rounds, of all parts
   */
  private static void deal(
      List<Channel> channels, Part part, boolean first, byte[] storeId, int rounds)
      throws MpcException {
    List<RemoteSink> sinks = new ArrayList<>();
    for (int party = 0; party < channels.size(); party++) {
      PolynomialHash hash = DealerWire.hash(storeId, party, rounds);
      sinks.add(new RemoteSink(channels.get(party), part.demand, hash));
    }
    try {
      if (first) {
        part.dealer.dealKeys(sinks);
      }
      part.dealer.deal(part.demand, sinks);
      for (RemoteSink sink : sinks) {
        sink.finish();
      }
    } finally {
      sinks.forEach(RemoteSink::wipe);
    }
  }

  /**
   * Waits for the requests of all parties.
   *
   * @return the part for which all asked; negative if a party wants nothing more
   * @throws Disagreement if they asked for different demands, or for one that is not dealt here
   */
  private int await(List<Channel> channels) throws MpcException {
    List<Integer> wanted = new ArrayList<>();
    for (Channel channel : channels) {
      byte[] request = channel.receive(1 + FieldHash.BYTES);
      if (request.length == 1 + FieldHash.BYTES && request[0] == DealerWire.REQUEST) {
        wanted.add(part(Arrays.copyOfRange(request, 1, request.length)));
      } else if (request.length != 1 || request[0] != DealerWire.END) {
        throw new PeerCheated(Check.MALFORMED, "a request to the dealer");
      }
    }
    if (wanted.size() < channels.size()) {
      return -1;
    }
    int part = wanted.get(0);
    boolean same = wanted.stream().allMatch(each -> each == part);
    answer(channels, same && part >= 0 ? DealerWire.ACCEPTED : DealerWire.DIFFERENT);
    if (!same || part < 0) {
      throw new Disagreement(
          others(wanted)
              + " asked for other material than is dealt here: compare protocol, circuit,"
              + " options and number of instances");
    }
    return part;
  }

  /** Names the parties that asked for nothing that is dealt here, or else all. */
  private static String others(List<Integer> wanted) {
    StringJoiner others = new StringJoiner(" and ");
    for (int party = 0; party < wanted.size(); party++) {
      if (wanted.get(party) < 0 || !wanted.contains(-1)) {
        others.add("party " + (party + 1));
      }
    }
    return others.toString();
  }

  private static void answer(List<Channel> channels, byte answer) throws MpcException {
    for (Channel channel : channels) {
      channel.send(new byte[] {answer}, 0, 1);
    }
  }

  /** Returns the part whose demand has a digest; -1 if there is none. */
  private int part(byte[] digest) {
    for (int i = 0; i < parts.size(); i++) {
      if (Secrets.equal(digests.get(i), digest)) {
        return i;
      }
    }
    return -1;
  }

  /** Collects items of one kind at a time into messages to a party. */
  private static final class RemoteSink implements MaterialSink {
    private final Channel channel;
    private final List<MaterialKind> kinds;
    private final long[] missing;
    private final PolynomialHash hash;
    private byte[] chunk = new byte[0];
    private int kindIndex = -1;
    private int items;

    RemoteSink(Channel channel, Demand demand, PolynomialHash hash) {
      this.channel = channel;
      this.hash = hash;
      this.kinds = new ArrayList<>(demand.quotas().keySet());
      this.missing = demand.quotas().values().stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public void keys(String protocol, long[] keys) throws MpcException {
      byte[] bytes = Words.toBytes(keys, 0, keys.length);
      try {
        hash.update(bytes, 0, bytes.length);
        channel.send(bytes, 0, bytes.length);
      } finally {
        Secrets.wipe(bytes);
      }
    }

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int count) throws MpcException {
      if (kindIndex < 0 || !kinds.get(kindIndex).equals(kind)) {
        begin(kind);
      }
      missing[kindIndex] -= count;
      if (missing[kindIndex] < 0) {
        throw new IllegalArgumentException("more items of '" + kind.name() + "' than demanded");
      }
      int itemBytes = kind.longsPerItem() * Long.BYTES;
      int most = DealerWire.itemsPerChunk(kind);
      for (int done = 0; done < count; ) {
        int now = Math.min(count - done, most - items);
        Words.toBytes(
            data,
            offset + done * kind.longsPerItem(),
            now * kind.longsPerItem(),
            chunk,
            DealerWire.CHUNK_HEADER_BYTES + items * itemBytes);
        items += now;
        done += now;
        if (items == most) {
          flush();
        }
      }
    }

    private void begin(MaterialKind kind) throws MpcException {
      flush();
      kindIndex = kinds.indexOf(kind);
      if (kindIndex < 0) {
        throw new IllegalArgumentException("nobody demanded items of '" + kind.name() + "'");
      }
      int bytes = DealerWire.chunkBytes(kind, DealerWire.itemsPerChunk(kind));
      if (chunk.length < bytes) {
        Secrets.wipe(chunk);
        chunk = new byte[bytes];
      }
    }

    private void flush() throws MpcException {
      if (items > 0) {
        ByteBuffer.wrap(chunk).putInt(kindIndex).putInt(items);
        int length = DealerWire.chunkBytes(kinds.get(kindIndex), items);
        hash.update(chunk, 0, length);
        channel.send(chunk, 0, length);
        items = 0;
      }
    }

    void wipe() {
      Secrets.wipe(chunk);
    }

    void finish() throws MpcException {
      flush();
      for (int i = 0; i < missing.length; i++) {
        if (missing[i] != 0) {
          throw new IllegalStateException(
              missing[i] + " items of '" + kinds.get(i).name() + "' were not dealt");
        }
      }
      byte[] digest = hash.digest();
      channel.send(digest, 0, digest.length);
    }
  }
}
