package org.schurmpc.core.prep;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
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
 * Requests the material of a demand from a dealer and puts the material into a store: a party's
 * side of a dealer, for one store. Clients of one dealer are used one at a time, and by all parties
 * in one order.
 */
public final class DealerClient implements Preprocessor {
  /** Description of the source of this material in reports. */
  public static final String DESCRIPTION = "dealer (trusted, INSECURE)";

  private static final int MAX_KEY_LONGS = 1 << 16;

  private final Line line;
  private boolean hasKeys;
  private boolean ended;

  /** A party's line to its dealer, for one or more clients. */
  private static final class Line {
    private final Channel channel;
    private final byte[] storeId;
    private final int party;
    private long rounds;
    private int clients;

    private Line(Channel channel, int party, byte[] storeId, int clients) {
      this.channel = channel;
      this.party = party;
      this.storeId = storeId;
      this.clients = clients;
    }

    private PolynomialHash nextHash() {
      return DealerWire.hash(storeId, party, rounds++);
    }

    /** Notifies the dealer, and disconnects, when the last client ends. */
    private void end() {
      if (--clients > 0) {
        return;
      }
      try {
        channel.send(new byte[] {DealerWire.END}, 0, 1);
      } catch (MpcException e) {
        // The dealer is gone: there is nobody to notify.
      }
      channel.close();
    }
  }

  private DealerClient(Line line) {
    this.line = line;
  }

  /**
   * Introduces a party to its dealer, for one store.
   *
   * @param channel the channel to the dealer; closed with the client
   * @param party this party's index
   */
  public static DealerClient introduce(Channel channel, int party) throws MpcException {
    return introduce(channel, party, 1).get(0);
  }

  /**
   * Introduces a party to its dealer, for several stores.
   *
   * @param channel the channel to the dealer; closed with the last client
   * @param party this party's index
   * @param stores the number of stores, at least one
   * @return a client for each store
   */
  public static List<DealerClient> introduce(Channel channel, int party, int stores)
      throws MpcException {
    channel.send(DealerWire.hello(party), 0, DealerWire.HELLO_BYTES);
    byte[] id = new byte[DealerWire.STORE_ID_BYTES];
    channel.receive(id, 0, id.length);
    channel.established();
    Line line = new Line(channel, party, id, stores);
    return Stream.generate(() -> new DealerClient(line)).limit(stores).toList();
  }

  @Override
  public String storeId() {
    return "dealer:" + HexFormat.of().formatHex(line.storeId);
  }

  @Override
  public String description() {
    return DESCRIPTION;
  }

  @Override
  public Origin origin() {
    return new Origin(Origin.DEALER, new TreeMap<>(Map.of("trusted", true)), DESCRIPTION);
  }

  /**
   * Fetches the material of a demand.
   *
   * @throws Disagreement if another party, or the dealer, has another demand
   * @throws PeerCheated with {@link Check#MALFORMED} if the dealer's messages don't fit the demand;
   *     with {@link Check#TRANSCRIPT} if they were changed on their way
   */
  @Override
  public void prepare(Demand demand, MaterialSink sink) throws MpcException {
    byte[] digest = demand.digest();
    byte[] request = new byte[1 + digest.length];
    request[0] = DealerWire.REQUEST;
    System.arraycopy(digest, 0, request, 1, digest.length);
    line.channel.send(request, 0, request.length);
    byte[] answer = new byte[1];
    line.channel.receive(answer, 0, 1);
    if (answer[0] == DealerWire.DIFFERENT) {
      throw new Disagreement("the parties and the dealer differ in what is to be dealt");
    }
    if (answer[0] != DealerWire.ACCEPTED) {
      throw malformed();
    }
    PolynomialHash hash = line.nextHash();
    if (!hasKeys) {
      receiveKeys(demand.protocol(), sink, hash);
    }
    receiveItems(demand, sink, hash);
    byte[] told = new byte[FieldHash.BYTES];
    line.channel.receive(told, 0, told.length);
    if (!Secrets.equal(told, hash.digest())) {
      throw new PeerCheated(Check.TRANSCRIPT, "the line changed what the dealer sent");
    }
  }

  private void receiveKeys(String protocol, MaterialSink sink, PolynomialHash hash)
      throws MpcException {
    byte[] bytes = line.channel.receive(MAX_KEY_LONGS * Long.BYTES);
    hash.update(bytes, 0, bytes.length);
    if (bytes.length % Long.BYTES != 0) {
      throw malformed();
    }
    long[] keys = new long[bytes.length / Long.BYTES];
    try {
      Words.fromBytes(bytes, 0, keys, 0, keys.length);
      sink.keys(protocol, keys);
    } finally {
      Secrets.wipe(keys);
      Secrets.wipe(bytes);
    }
    hasKeys = true;
  }

  private void receiveItems(Demand demand, MaterialSink sink, PolynomialHash hash)
      throws MpcException {
    List<MaterialKind> kinds = new ArrayList<>(demand.quotas().keySet());
    long[] missing = demand.quotas().values().stream().mapToLong(Long::longValue).toArray();
    int mostLongs = 0;
    int mostBytes = 0;
    for (MaterialKind kind : kinds) {
      int items = DealerWire.itemsPerChunk(kind);
      mostLongs = Math.max(mostLongs, items * kind.longsPerItem());
      mostBytes = Math.max(mostBytes, DealerWire.chunkBytes(kind, items));
    }
    long[] items = new long[mostLongs];
    long left = Arrays.stream(missing).sum();
    try {
      while (left > 0) {
        byte[] chunk = line.channel.receive(mostBytes);
        hash.update(chunk, 0, chunk.length);
        try {
          left -= takeChunk(chunk, kinds, missing, items, sink);
        } finally {
          Secrets.wipe(chunk);
        }
      }
    } finally {
      Secrets.wipe(items);
    }
  }

  private static int takeChunk(
      byte[] chunk, List<MaterialKind> kinds, long[] missing, long[] items, MaterialSink sink)
      throws MpcException {
    if (chunk.length < DealerWire.CHUNK_HEADER_BYTES) {
      throw malformed();
    }
    ByteBuffer header = ByteBuffer.wrap(chunk);
    int index = header.getInt();
    int count = header.getInt();
    if (index < 0 || index >= kinds.size() || count < 1 || count > missing[index]) {
      throw malformed();
    }
    MaterialKind kind = kinds.get(index);
    if (count > DealerWire.itemsPerChunk(kind)
        || chunk.length != DealerWire.chunkBytes(kind, count)) {
      throw malformed();
    }
    int longs = count * kind.longsPerItem();
    Words.fromBytes(chunk, DealerWire.CHUNK_HEADER_BYTES, items, 0, longs);
    sink.put(kind, items, 0, count);
    missing[index] -= count;
    return count;
  }

  private static PeerCheated malformed() {
    return new PeerCheated(Check.MALFORMED, "a message of the dealer");
  }

  /** Ends this client. The last client of a line notifies the dealer, and disconnects. */
  @Override
  public void close() {
    if (!ended) {
      ended = true;
      line.end();
    }
  }
}
