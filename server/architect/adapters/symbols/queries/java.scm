(class_declaration name: (identifier) @class)
(interface_declaration name: (identifier) @interface)
(enum_declaration name: (identifier) @enum)
(record_declaration name: (identifier) @record)
(annotation_type_declaration name: (identifier) @interface)
(method_declaration name: (identifier) @method)

(method_invocation name: (identifier) @use)
(type_identifier) @use
