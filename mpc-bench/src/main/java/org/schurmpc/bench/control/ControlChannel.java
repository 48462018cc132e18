package org.schurmpc.bench.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.net.Channel;

/** Control messages as JSON, and outputs as bytes, over a channel. */
public final class ControlChannel implements AutoCloseable {
  private static final int MAX_BYTES = 1 << 20;

  private final ObjectMapper mapper = new ObjectMapper();
  private final Channel channel;

  public ControlChannel(Channel channel) {
    this.channel = channel;
  }

  public void send(Message message) throws MpcException {
    sendEncoded(encode(message));
  }

  /** A message as bytes, for {@link #sendEncoded} when it must go out without delay. */
  public byte[] encode(Message message) {
    try {
      return mapper.writerFor(Message.class).writeValueAsBytes(message);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a message that JSON cannot hold", e);
    }
  }

  public void sendEncoded(byte[] message) throws MpcException {
    channel.send(message, 0, message.length);
  }

  public Message receive() throws MpcException {
    return decode(receiveEncoded());
  }

  /** The next message as bytes, for {@link #decode} when the moment of arrival matters. */
  public byte[] receiveEncoded() throws MpcException {
    return channel.receive(MAX_BYTES);
  }

  public Message decode(byte[] message) throws ConnectionLost {
    try {
      Message decoded = mapper.readValue(message, Message.class);
      if (decoded != null) {
        return decoded;
      }
    } catch (IOException e) {
      close();
      throw new ConnectionLost(channel.peer() + " sent a malformed control message", e);
    }
    close();
    throw new ConnectionLost(channel.peer() + " sent an empty control message");
  }

  /**
   * Receives a message of one type.
   *
   * @throws ConnectionLost if it is of another
   */
  public <T extends Message> T receive(Class<T> type) throws MpcException {
    Message message = receive();
    if (!type.isInstance(message)) {
      throw new ConnectionLost(channel.peer() + " sent a control message out of turn");
    }
    return type.cast(message);
  }

  /** Sends a matrix whose size the other side knows. */
  public void sendBits(BitMatrix bits) throws MpcException {
    byte[] bytes = Words.toBytes(bits.words(), 0, bits.words().length);
    channel.exchange(bytes, 0, bytes.length, bytes, 0, 0);
  }

  /** Receives a matrix of a size that is known. */
  public BitMatrix receiveBits(int rows, int columns) throws MpcException {
    BitMatrix bits = new BitMatrix(rows, columns);
    byte[] bytes = new byte[Math.multiplyExact(bits.words().length, Long.BYTES)];
    channel.exchange(bytes, 0, 0, bytes, 0, bytes.length);
    Words.fromBytes(bytes, 0, bits.words(), 0, bits.words().length);
    for (int row = 0; row < rows; row++) {
      bits.trimRow(row);
    }
    return bits;
  }

  @Override
  public void close() {
    channel.close();
  }
}
