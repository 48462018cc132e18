package org.schurmpc.spark;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.TaskContext;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;

/**
 * TinyOT with a party whose worker 0, if the system property {@code test.cheat} is set, changes its
 * share of an AND triple from that lease on.
 */
public final class CheatingProtocol implements Protocol {
  private static final String TINY_OT = "tinyot";

  @Override
  public String name() {
    return "cheating";
  }

  @Override
  public String description() {
    return "TinyOT with a cheating party";
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    ConfiguredProtocol honest = Protocols.named(TINY_OT).configure(options);
    return proxy(
        ConfiguredProtocol.class,
        honest,
        (name, arguments, result) -> {
          if (name.equals("evaluator")
              && Integer.getInteger("test.cheat") != null
              && TaskContext.getPartitionId() == 0) {
            arguments[1] = cheating((PrepStore) arguments[1]);
          }
          return result;
        });
  }

  private static PrepStore cheating(PrepStore store) {
    AtomicInteger leases = new AtomicInteger();
    return proxy(
        PrepStore.class,
        store,
        (name, arguments, result) -> {
          if (result instanceof Lease lease
              && ((MaterialKind) arguments[0]).name().equals("AND triples")
              && leases.incrementAndGet() >= Integer.getInteger("test.cheat")) {
            lease.data()[lease.offset()] ^= 1;
          }
          return result;
        });
  }

  /** Changes a call: once before it, with no result, and once after it. */
  private interface Change {
    Object at(String name, Object[] arguments, Object result);
  }

  private static <T> T proxy(Class<T> type, T honest, Change change) {
    InvocationHandler handler =
        (self, method, arguments) -> {
          change.at(method.getName(), arguments, null);
          try {
            Object result = method.invoke(honest, arguments);
            return result == honest ? self : change.at(method.getName(), arguments, result);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
