package org.schurmpc.bench.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.net.Certificates;
import org.schurmpc.core.net.Channel;

/**
 * Sends control messages as JSON, and outputs as bytes, over a channel.
 *
 * <p>An empty frame is a keep-alive: {@link KeepAlive} sends empty frames while the thread of this
 * side is busy, so that the waiting side can distinguish a long computation from a stopped process
 * or a failed machine. Except for keep-alives and {@link #close}, a channel is used by one thread
 * at a time.
 */
public final class ControlChannel implements AutoCloseable {
  /** Maximum length of a frame, in bytes. */
  static final int MAX_BYTES = 1 << 20;

  private static final byte[] NOTHING = {};

  private final ObjectMapper mapper = new ObjectMapper();
  private final Channel channel;
  private final Contact contact = new Contact();
  // Held while a thread uses the channel.
  private final ReentrantLock inUse = new ReentrantLock();

  /** Creates a control channel over a channel, which is closed with it. */
  public ControlChannel(Channel channel) {
    this.channel = channel;
  }

  /** Sends a message. */
  public void send(Message message) throws MpcException {
    sendEncoded(encode(message));
  }

  /** Encodes a message, for {@link #sendEncoded} where the message must be sent without delay. */
  public byte[] encode(Message message) {
    try {
      return mapper.writerFor(Message.class).writeValueAsBytes(message);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a message that JSON cannot hold", e);
    }
  }

  /** Sends an encoded message. */
  public void sendEncoded(byte[] message) throws MpcException {
    inUse.lock();
    try {
      channel.send(message, 0, message.length);
    } finally {
      inUse.unlock();
    }
  }

  /** Receives the next message. */
  public Message receive() throws MpcException {
    return decode(receiveEncoded());
  }

  /**
   * Receives the next message without decoding it, for {@link #decode} where the time of arrival
   * matters, which {@link #contact} then has.
   */
  public byte[] receiveEncoded() throws MpcException {
    inUse.lock();
    contact.await();
    try {
      byte[] frame;
      do {
        frame = channel.receive(MAX_BYTES);
        contact.heard();
      } while (frame.length == 0);
      return frame;
    } finally {
      contact.endWait();
      inUse.unlock();
    }
  }

  /** Sends a keep-alive, unless a thread is using the channel. */
  void beat() throws MpcException {
    if (inUse.tryLock()) {
      try {
        channel.send(NOTHING, 0, 0);
      } finally {
        inUse.unlock();
      }
    }
  }

  /**
   * Decodes a message.
   *
   * @throws ConnectionLost if the bytes are not a message
   */
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
   * @throws ConnectionLost if the message has another type
   * @throws MpcException the reason given by the other side, if that refuses this one
   */
  public <T extends Message> T receive(Class<T> type) throws MpcException {
    Message message = receive();
    if (message instanceof Message.Denied denied) {
      throw denied.exception();
    }
    if (!type.isInstance(message)) {
      throw new ConnectionLost(channel.peer() + " sent a control message out of turn");
    }
    return type.cast(message);
  }

  /** Sends a matrix whose size the other side knows. */
  public void sendBits(BitMatrix bits) throws MpcException {
    sendBytes(Words.toBytes(bits.words(), 0, bits.words().length));
  }

  /** Sends bytes whose number the other side knows. */
  public void sendBytes(byte[] bytes) throws MpcException {
    for (int sent = 0; sent < bytes.length; sent += MAX_BYTES) {
      sendEncoded(Arrays.copyOfRange(bytes, sent, Math.min(bytes.length, sent + MAX_BYTES)));
    }
  }

  /** Receives a matrix of a known size. */
  public BitMatrix receiveBits(int rows, int columns) throws MpcException {
    BitMatrix bits = new BitMatrix(rows, columns);
    byte[] bytes = receiveBytes(Math.multiplyExact(bits.words().length, Long.BYTES));
    Words.fromBytes(bytes, 0, bits.words(), 0, bits.words().length);
    for (int row = 0; row < rows; row++) {
      bits.trimRow(row);
    }
    return bits;
  }

  /** Receives bytes of a known number. */
  public byte[] receiveBytes(int length) throws MpcException {
    byte[] bytes = new byte[length];
    for (int received = 0; received < bytes.length; ) {
      byte[] piece = receiveEncoded();
      if (piece.length != Math.min(bytes.length - received, MAX_BYTES)) {
        close();
        throw new ConnectionLost(channel.peer() + " sent bytes of another number");
      }
      System.arraycopy(piece, 0, bytes, received, piece.length);
      received += piece.length;
    }
    return bytes;
  }

  /** Returns a description of the other side, for messages. */
  public String peer() {
    return channel.peer();
  }

  /** Returns the record of when the other side was heard. */
  public Contact contact() {
    return contact;
  }

  /** Returns the certificates of both sides; empty for plaintext. */
  public Optional<Certificates> certificates() {
    return channel.certificates();
  }

  /** Returns the underlying channel, for the communication that follows the control messages. */
  public Channel channel() {
    return channel;
  }

  @Override
  public void close() {
    channel.close();
  }
}
