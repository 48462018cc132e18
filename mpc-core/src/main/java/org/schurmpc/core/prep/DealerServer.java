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
import org.schurmpc.core.crypto.PolynomialHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.net.Channel;

/**
 * Serves one store of each party: deals one demand to all parties, over a channel each, whenever
 * they ask. <b>Insecure</b>, like its dealer.
 */
public final class DealerServer {
  private final TrustedDealer dealer;
  private final Demand demand;
  private final SecureRandom random;

  /**
   * Creates a server.
   *
   * @param dealer used by this server alone; closed by whoever opened the dealer
   * @param demand the demand of every request
   */
  public DealerServer(TrustedDealer dealer, Demand demand, SecureRandom random) {
    this.dealer = dealer;
    this.demand = demand;
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
   * @return the number of rounds dealt
   * @throws Disagreement if a party asked for another demand; the parties have been notified
   */
  public int serve(List<Channel> channels) throws MpcException {
    byte[] storeId = new byte[DealerWire.STORE_ID_BYTES];
    random.nextBytes(storeId);
    for (Channel channel : channels) {
      channel.send(storeId, 0, storeId.length);
      channel.established();
    }
    int rounds = 0;
    while (awaitRequests(channels)) {
      List<RemoteSink> sinks = new ArrayList<>();
      for (int party = 0; party < channels.size(); party++) {
        PolynomialHash hash = DealerWire.hash(storeId, party, rounds);
        sinks.add(new RemoteSink(channels.get(party), demand, hash));
      }
      try {
        if (rounds == 0) {
          dealer.dealKeys(sinks);
        }
        dealer.deal(demand, sinks);
        for (RemoteSink sink : sinks) {
          sink.finish();
        }
      } finally {
        sinks.forEach(RemoteSink::wipe);
      }
      rounds++;
    }
    return rounds;
  }

  /**
   * Returns whether all parties asked for more, after requiring that they asked for this demand.
   */
  private boolean awaitRequests(List<Channel> channels) throws MpcException {
    byte[] digest = demand.digest();
    int ended = 0;
    StringJoiner others = new StringJoiner(" and ");
    for (int party = 0; party < channels.size(); party++) {
      Channel channel = channels.get(party);
      byte[] request = channel.receive(1 + digest.length);
      if (request.length == 1 && request[0] == DealerWire.END) {
        ended++;
      } else if (request.length != 1 + digest.length || request[0] != DealerWire.REQUEST) {
        throw new PeerCheated(Check.MALFORMED, "a request to the dealer");
      } else {
        byte[] theirs = Arrays.copyOfRange(request, 1, request.length);
        if (!Secrets.equal(theirs, digest)) {
          others.add("party " + (party + 1));
        }
      }
    }
    if (ended > 0) {
      return false;
    }
    for (Channel channel : channels) {
      byte answer = others.length() == 0 ? DealerWire.ACCEPTED : DealerWire.DIFFERENT;
      channel.send(new byte[] {answer}, 0, 1);
    }
    if (others.length() > 0) {
      throw new Disagreement(
          others
              + " asked for other material than is dealt here: compare protocol, circuit,"
              + " options and number of instances");
    }
    return true;
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
