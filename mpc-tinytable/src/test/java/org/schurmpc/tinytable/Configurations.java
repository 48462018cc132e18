package org.schurmpc.tinytable;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.TableCode;
import org.schurmpc.tinytable.material.TableParameters;
import org.schurmpc.tinytable.prep.TableMethod;
import org.schurmpc.tinytable.prep.TablePreprocessing;

/** TinyTable as the tests configure it. */
public final class Configurations {
  static final TablePreprocessing PREPROCESSING =
      new TablePreprocessing(64, 4, 1, TableMethod.DEMUX);

  private Configurations() {}

  /** TinyTable with a scheme by its name, or "lookup8", or "codeword NxK". */
  public static TinyTable tinytable(String scheme, int lanes, String kernels) throws MpcException {
    return new TinyTable(
        scheme(scheme), new LaneLayout(lanes), PREPROCESSING, () -> NamedKernels.of(kernels));
  }

  static Scheme scheme(String name) throws MpcException {
    if (name.equals("lookup8")) {
      return new Scheme(Scheme.Form.LOOKUP, 8);
    }
    // Of any code, also of one that is too weak for users.
    return name.startsWith("codeword ")
        ? Scheme.of(new TableCode(ReedSolomon.named(name.substring("codeword ".length()))))
        : Scheme.named(name);
  }

  /** All parameters of a run's protocol on which material depends. */
  public static TableParameters parameters(ProtocolRun run) {
    return ((TinyTable) run.protocol).parameters();
  }

  /** The material of an evaluation. */
  public static Material material(ProtocolRun run) {
    TableParameters parameters = parameters(run);
    return Material.of(
        parameters.scheme(), parameters.layout(), run.circuit, run.io.contributors(2));
  }
}
