package org.schurmpc.bench.it;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads the manifests of docs/kubernetes into the classes of the Kubernetes API, strictly. */
final class Manifests {
  static final Path FOLDER = Path.of("..", "docs", "kubernetes");

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "v1 ConfigMap", ConfigMap.class,
          "v1 Service", Service.class,
          "v1 Pod", Pod.class,
          "apps/v1 StatefulSet", StatefulSet.class,
          "batch/v1 Job", Job.class);

  private static final ObjectMapper STRICT =
      YAMLMapper.builder()
          .annotationIntrospector(new NoOtherFields())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private Manifests() {}

  /** Takes away the model's places for fields that the schema does not have. */
  private static final class NoOtherFields extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasAnySetter(MapperConfig<?> config, Annotated place) {
      return false;
    }
  }

  /**
   * Reads all documents of a text.
   *
   * @throws tools.jackson.core.JacksonException if a field is not in the schema
   */
  static List<HasMetadata> parse(String yaml) {
    List<HasMetadata> all = new ArrayList<>();
    try (var documents = STRICT.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
      while (documents.hasNextValue()) {
        JsonNode document = documents.nextValue();
        String kind =
            document.path("apiVersion").asString() + " " + document.path("kind").asString();
        if (!KINDS.containsKey(kind)) {
          throw new IllegalArgumentException("unknown kind " + kind);
        }
        all.add(STRICT.treeToValue(document, KINDS.get(kind)));
      }
    }
    return all;
  }

  static String text(String name) throws IOException {
    return Files.readString(FOLDER.resolve(name));
  }

  /** Returns the only document of a class in a file. */
  static <T> T only(String name, Class<T> type) throws IOException {
    List<T> found = parse(text(name)).stream().filter(type::isInstance).map(type::cast).toList();
    if (found.size() != 1) {
      throw new IllegalArgumentException(name + " has " + found.size());
    }
    return found.get(0);
  }
}
