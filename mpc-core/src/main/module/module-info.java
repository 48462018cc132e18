/**
 * What all protocols share: circuits, network, sessions, oblivious transfer, preprocessing, and the
 * executor that evaluates circuits.
 *
 * <p>Applications start with {@link org.schurmpc.core.run.Computation}; protocols implement {@link
 * org.schurmpc.core.eval.Protocol}. Packages that are exported to named modules are internal and
 * change without notice.
 */
@SuppressWarnings("module") // the modules of qualified exports are compiled later
module org.schurmpc.core {
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires io.netty.transport.classes.epoll;
  requires java.management;
  requires static jdk.incubator.vector;
  requires jdk.management;
  requires org.bouncycastle.provider;
  requires org.slf4j;

  exports org.schurmpc.core.abort;
  exports org.schurmpc.core.agree;
  exports org.schurmpc.core.bits;
  exports org.schurmpc.core.circuit;
  exports org.schurmpc.core.circuit.dsl;
  exports org.schurmpc.core.circuit.io;
  exports org.schurmpc.core.crypto;
  exports org.schurmpc.core.eval;
  exports org.schurmpc.core.field;
  exports org.schurmpc.core.kernel;
  exports org.schurmpc.core.mac;
  exports org.schurmpc.core.net;
  exports org.schurmpc.core.ot;
  exports org.schurmpc.core.prep;
  exports org.schurmpc.core.prep.disk;
  exports org.schurmpc.core.program;
  exports org.schurmpc.core.run;
  exports org.schurmpc.core.session;
  exports org.schurmpc.core.code to
      org.schurmpc.minimac,
      org.schurmpc.tinytable;
  exports org.schurmpc.core.progress to
      org.schurmpc.vm;
  exports org.schurmpc.core.word to
      org.schurmpc.minimac,
      org.schurmpc.tinytable;

  uses org.schurmpc.core.circuit.io.CircuitFiles;
  uses org.schurmpc.core.eval.Protocol;
  uses org.schurmpc.core.program.ProgramLanguage;
}
