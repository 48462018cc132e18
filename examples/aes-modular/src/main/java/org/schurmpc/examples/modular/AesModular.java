package org.schurmpc.examples.modular;

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
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Tls;
import org.schurmpc.core.run.Computation;

/**
 * AES between two parties, as a module. Arguments: party (1 or 2), address of party 1, address of
 * party 2, key or block in hexadecimal, and either "plaintext" or key, certificate and the peer's
 * fingerprint. Prints the kernels in use and the ciphertext.
 */
public final class AesModular {
  private AesModular() {}

  /** Runs one party. */
  public static void main(String[] args) {
    try {
      System.out.println(KernelProvider.choose().reason());
      System.out.println(HexFormat.of().formatHex(encrypt(args)));
    } catch (MpcException e) {
      System.err.println(e.getMessage());
      System.exit(e.exitCode().code());
    }
  }

  private static byte[] encrypt(String[] args) throws MpcException {
    int me = Integer.parseInt(args[0]) - 1;
    List<Endpoint> parties = List.of(Endpoint.parse(args[1]), Endpoint.parse(args[2]));
    Circuit aes = CircuitLibrary.open("aes_128");
    IoMap io = IoMap.roundRobin(aes, 2);
    Computation.Plan plan = Computation.plan("tinyot", aes, io, new ProtocolOptions(1, Map.of()));
    Values inputs = plan.inputs();
    inputs.set(me, 0, HexFormat.of().parseHex(args[3]));
    NetOptions options = options(args, me);
    try (Computation computation = plan.connect(NettyNetwork.connect(me, parties, options))) {
      return computation.evaluate(inputs).get(0, 0);
    }
  }

  private static NetOptions options(String[] args, int me) throws MpcException {
    if (args[4].equals("plaintext")) {
      return NetOptions.party();
    }
    Identity identity = Identity.read(Path.of(args[4]), Path.of(args[5]));
    return NetOptions.party().withTls(Tls.between(identity, me, Fingerprint.parse(args[6])));
  }
}
