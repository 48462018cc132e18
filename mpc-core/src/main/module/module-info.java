/**
 * Bits, kernels, fields, codes and cryptography, which all other modules use. Packages that are
 * exported to named modules are internal and change without notice.
 */
@SuppressWarnings("module") // the modules of qualified exports are compiled later
module org.schurmpc.core {
  requires java.management;
  requires static jdk.incubator.vector;
  requires jdk.management;
  requires org.bouncycastle.provider;
  requires org.slf4j;

  exports org.schurmpc.core.abort;
  exports org.schurmpc.core.bits;
  exports org.schurmpc.core.crypto;
  exports org.schurmpc.core.field;
  exports org.schurmpc.core.kernel;
  exports org.schurmpc.core.code to
      org.schurmpc.minimac,
      org.schurmpc.net,
      org.schurmpc.tinytable;
  exports org.schurmpc.core.progress to
      org.schurmpc.run,
      org.schurmpc.vm;
}
