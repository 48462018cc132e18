package org.schurmpc.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretEnvironmentTest {
  private final Map<String, String> environment =
      new HashMap<>(
          Map.of(
              "SCHUR_MPC_KEY_PASSPHRASE", "passphrase",
              "SCHUR_MPC_STORE_KEY", "5a".repeat(32),
              "PATH", "/bin"));

  @Test
  void childrenWithoutNeedGetNoSecret() {
    SecretEnvironment.removeAll(environment);
    assertEquals(Set.of("PATH"), environment.keySet());
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "measure", "short-options", "archive", "train"})
  void commandsThatOpenNoStoreGetNoSecret(String command) {
    SecretEnvironment.remove(environment, List.of(command, "--store", "eval"));
    assertEquals(Set.of("PATH"), environment.keySet());
  }

  @Test
  void aChildWithoutCommandGetsNoSecret() {
    SecretEnvironment.remove(environment, List.of());
    assertEquals(Set.of("PATH"), environment.keySet());
  }

  @ParameterizedTest
  @ValueSource(strings = {"eval", "program-run", "prepare", "serve"})
  void commandsThatOpenStoresKeepTheirKey(String command) {
    SecretEnvironment.remove(environment, List.of(command, "info"));
    assertEquals(Map.of("SCHUR_MPC_STORE_KEY", "5a".repeat(32), "PATH", "/bin"), environment);
  }
}
