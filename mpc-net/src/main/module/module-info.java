/**
 * Connections, sessions, agreement, oblivious transfer and MACs. The package that is exported to
 * named modules is internal and changes without notice.
 */
@SuppressWarnings("module") // the modules of qualified exports are compiled later
module org.schurmpc.net {
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires io.netty.transport.classes.epoll;
  requires transitive org.schurmpc.core;
  requires org.slf4j;

  exports org.schurmpc.core.agree;
  exports org.schurmpc.core.deliver;
  exports org.schurmpc.core.mac;
  exports org.schurmpc.core.net;
  exports org.schurmpc.core.ot;
  exports org.schurmpc.core.session;
  exports org.schurmpc.core.silent;
  exports org.schurmpc.core.word to
      org.schurmpc.minimac,
      org.schurmpc.tinytable;
}
