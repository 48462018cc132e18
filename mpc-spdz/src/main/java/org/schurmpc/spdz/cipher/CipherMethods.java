package org.schurmpc.spdz.cipher;

import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.field.Field;

/** The methods by name. */
public final class CipherMethods {
  private static final List<CipherMethod> ALL =
      List.of(
          PolynomialMethod.bitDecomposition(),
          PolynomialMethod.rivainProuff(),
          PolynomialMethod.raw(),
          PolynomialMethod.pulkusVivek(),
          new LookupMethod());

  private CipherMethods() {}

  /** Returns the names of all methods. */
  public static List<String> names() {
    return ALL.stream().map(CipherMethod::name).toList();
  }

  /** Returns a method; empty if there is none of this name. */
  public static Optional<CipherMethod> named(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /**
   * Returns the function of a circuit that a method is to evaluate.
   *
   * @throws Refused if the circuit computes no function with methods, or the method evaluates
   *     another one or over another field
   */
  public static CipherFunction require(CipherMethod method, Circuit circuit, Field field)
      throws Refused {
    Optional<CipherFunction> function = CipherFunction.of(circuit);
    if (function.isEmpty()) {
      throw new Refused(
          "method %s evaluates AES-128 or triple DES encryption, and this circuit computes neither"
              .formatted(method.name()));
    }
    method.require(function.get(), field);
    return function.get();
  }
}
