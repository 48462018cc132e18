package org.schurmpc.cli.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;

/**
 * Represents the first message between two parties that run the tests.
 *
 * @param doctor the version of the messages between them
 * @param party the sender's number, from 1
 * @param parties the number of parties in the sender's configuration
 * @param version the version of the sender's program
 * @param validUntil the end of the validity of the sender's certificate as the sender says, in
 *     milliseconds since 1970; 0 in plaintext
 */
record Greeting(int doctor, int party, int parties, String version, long validUntil) {
  static final int DOCTOR = 1;

  private static final int MAX_BYTES = 4096;

  /** Sends this greeting, and returns the peer's. */
  Greeting exchange(Channel channel) throws MpcException {
    byte[] mine = encode();
    channel.send(mine, 0, mine.length);
    byte[] theirs = channel.receive(MAX_BYTES);
    try {
      Greeting greeting = new ObjectMapper().readValue(theirs, Greeting.class);
      if (greeting != null && greeting.doctor == DOCTOR && greeting.version != null) {
        return greeting;
      }
    } catch (IOException e) {
      throw notOurs(channel, e);
    }
    throw notOurs(channel, null);
  }

  private byte[] encode() {
    try {
      return new ObjectMapper().writeValueAsString(this).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a greeting is no JSON", e);
    }
  }

  private static ConnectionLost notOurs(Channel channel, IOException cause) {
    return new ConnectionLost(channel.peer() + " is a program other than doctor", cause);
  }
}
