package org.schurmpc.core.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.PooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.ConnectionLost;

/** Bytes on their way through TLS: none lost, none heaped up. */
@Timeout(60)
class TlsStreamTest {

  private static final String HOST = "127.0.0.1";

  /** A socket whose output waits until it is let go. */
  private static final class HoldingSocket extends Socket {
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private boolean holding;

    HoldingSocket(int port) throws IOException {
      super(InetAddress.getLoopbackAddress(), port);
    }

    void hold() {
      holding = true;
    }

    /** Sends what was kept, but for the last bytes; returns those. */
    byte[] release(int butFor) throws IOException {
      holding = false;
      byte[] all = kept.toByteArray();
      getOutputStream().write(all, 0, all.length - butFor);
      return Arrays.copyOfRange(all, all.length - butFor, all.length);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      OutputStream out = super.getOutputStream();
      return new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int off, int len) throws IOException {
          (holding ? kept : out).write(bytes, off, len);
        }
      };
    }
  }

  /**
   * A caller that does not wait for the answer to its prelude: a whole record and a part of one are
   * in the listener's TLS handler when the connection changes hands.
   */
  @ParameterizedTest
  @EnumSource(names = {"EPOLL_TLS", "NIO_TLS"})
  void whatTlsHoldsWhenTheConnectionPassesOnIsNotLost(Networks kind) throws Exception {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    TestIdentities.Identity first = TestIdentities.valid("party 1");
    TestIdentities.Identity second = TestIdentities.valid("party 2");
    NetOptions options =
        kind.options(NetOptions.party())
            .withTls(
                new Tls(
                    first.show(), Pin.each(List.of(first.fingerprint(), second.fingerprint()))));
    try (NettyNetwork.Listening listening =
        NettyNetwork.listen(0, 2, new Endpoint(HOST, 0), options)) {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      PinnedTrust trust = new PinnedTrust(Set.of(first.fingerprint()), second.fingerprint());
      context.init(new KeyManager[] {new OwnKey(second.show())}, new TrustManager[] {trust}, null);
      Networks.together(
          List.of(
              () -> {
                try (Network network = listening.connect(List.of())) {
                  assertArrayEquals(new byte[] {1, 2, 3}, network.channel(1).receive(3));
                  assertArrayEquals(new byte[] {4, 5}, network.channel(1).receive(2));
                }
                return null;
              },
              () -> {
                HoldingSocket raw = new HoldingSocket(listening.port());
                SSLSocket socket =
                    (SSLSocket)
                        context.getSocketFactory().createSocket(raw, HOST, raw.getPort(), true);
                socket.setSoTimeout(10_000);
                socket.startHandshake();
                raw.hold();
                OutputStream out = socket.getOutputStream();
                out.write(frame(new Prelude(2, 1, 0, 0, ByteBuffer.allocate(0)).encode()));
                out.write(frame(new byte[] {1, 2, 3}));
                out.write(frame(new byte[] {4, 5}));
                byte[] rest = raw.release(6);
                DataInputStream in = new DataInputStream(socket.getInputStream());
                assertEquals(1, in.readInt());
                assertEquals(Prelude.ACCEPTED, in.readByte());
                raw.getOutputStream().write(rest);
                assertEquals(-1, in.read());
                raw.close();
                return null;
              }));
    }
  }

  private static byte[] frame(byte[] payload) {
    return ByteBuffer.allocate(4 + payload.length).putInt(payload.length).put(payload).array();
  }

  /** Ciphertext that the peer does not take does not pile up on the sending side. */
  @ParameterizedTest
  @EnumSource(names = {"EPOLL_TLS", "NIO_TLS", "EPOLL_LINK_TLS"})
  void aLongSendToOneWhoDoesNotReadTakesNoMemory(Networks kind) throws Exception {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    NetOptions options =
        NetOptions.party().withMaxFrame(1 << 27).withTimeout(Duration.ofMillis(400));
    Network[] networks = kind.create(2, options);
    byte[] frame = new byte[100_000_000];
    long before = usedMemory();
    ConnectionLost e =
        assertThrows(
            ConnectionLost.class, () -> networks[0].channel(1).send(frame, 0, frame.length));
    assertTrue(e.getMessage().endsWith("took nothing for 400 ms."), e.getMessage());
    long grown = usedMemory() - before;
    assertTrue(grown < 32_000_000, "grew by " + grown + " bytes");
    ChannelContractTest.closeAll(networks);
  }

  private static long usedMemory() {
    return PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory()
        + PooledByteBufAllocator.DEFAULT.metric().usedHeapMemory();
  }
}
