package org.schurmpc.service;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles signals of the operating system. A shutdown hook of the JVM would not do: no check of a
 * protocol begins once the JVM is ending, and a run in hand could not end. The JDK has no other way
 * than {@code sun.misc.Signal}, for which a compiler of one release has no declarations.
 */
final class Signals {
  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

  private Signals() {}

  /**
   * Runs a task at each signal, in a thread of its own, in place of what the JVM does.
   *
   * @param name such as "TERM"
   * @return whether the task will run: not if whoever started this program had the signal ignored,
   *     which a JVM leaves so, or if this JVM lets no signals be handled
   */
  static boolean on(String name, Runnable task) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object runs =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getDeclaringClass() == Object.class) {
                  return object(proxy, method.getName(), arguments);
                }
                task.run();
                return null;
              });
      Object before =
          signal
              .getMethod("handle", signal, handler)
              .invoke(null, signal.getConstructor(String.class).newInstance(name), runs);
      return before != handler.getField("SIG_IGN").get(null);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
      LOG.warn("this JVM does not let a program handle SIG{}: {}", name, cause.toString());
      return false;
    }
  }

  private static Object object(Object proxy, String method, Object[] arguments) {
    return switch (method) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "a task at a signal";
    };
  }
}
