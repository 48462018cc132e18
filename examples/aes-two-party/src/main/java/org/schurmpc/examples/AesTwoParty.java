package org.schurmpc.examples;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.Values;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Tls;
import org.schurmpc.core.run.Computation;

/**
 * Encrypts with AES-128 between two parties: party 1 has the key and party 2 the block. Both learn
 * the ciphertext and nothing else. Arguments: PARTY ADDRESS1 ADDRESS2 HEX, followed by KEY
 * CERTIFICATE and the fingerprint of the peer, or by the word "plaintext".
 */
public final class AesTwoParty {
  public static void main(String[] args) {
    try {
      int me = Integer.parseInt(args[0]) - 1;
      List<Endpoint> parties = List.of(Endpoint.parse(args[1]), Endpoint.parse(args[2]));
      NetOptions options = NetOptions.party();
      if (!args[4].equals("plaintext")) {
        Identity identity = Identity.read(Path.of(args[4]), Path.of(args[5]));
        options = options.withTls(Tls.between(identity, me, Fingerprint.parse(args[6])));
      }
      Circuit aes = CircuitLibrary.open("aes_128");
      IoMap io = IoMap.roundRobin(aes, 2);
      var plan = Computation.plan("tinyot", aes, io, new ProtocolOptions(1, Map.of()));
      Values inputs = plan.inputs();
      inputs.set(me, 0, HexFormat.of().parseHex(args[3]));
      try (var computation = plan.connect(NettyNetwork.connect(me, parties, options))) {
        System.out.println(HexFormat.of().formatHex(computation.evaluate(inputs).get(0, 0)));
      }
    } catch (MpcException e) {
      System.err.println(e.getMessage());
      System.exit(e.exitCode().code());
    }
  }
}
