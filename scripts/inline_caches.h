/* What the compiled rules ask Python for again and again, kept at the place that asks.

mypyc reads fields of Structs, names of modules and built-in functions as any extension would: it looks the name up in
the type or in the dictionary of the module. CPython's own interpreter has left that behind (PEP 659): each place keeps
where it found the name, and the version of the type or the dictionary it found it in. This gives compiled code the same.
A version is never used twice, and every change makes a new one, so what is kept is right or not used.

Included before each source that mypyc writes. The interpreter's lock guards what is kept. */

#ifndef HIGHGROUND_INLINE_CACHES_H
#define HIGHGROUND_INLINE_CACHES_H

#include <Python.h>
#include <structmember.h>
#include "CPy.h"
#include "vecs/librt_vecs_api.h"

/* The layouts that are read here are those of these versions; on others nothing is kept. */
#if PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030D0000 && !defined(PYPY_VERSION)

/* A place that meets ever new types or dictionaries stops keeping after so many. */
#define HG_TRIES 64

/* An attribute: the version of its type and where in the object it lies, or what a module had under the name. */
typedef struct {
    PyObject *name; /* `getattr` asks for any name at one place */
    unsigned int type_version;
    unsigned int tries;
    Py_ssize_t offset;
    uint64_t module_version;
    PyObject *of_module; /* borrowed: it lives as long as the dictionary stays as it is */
} hg_attribute;

/* An item of a dictionary, which is mostly that of a module. */
typedef struct {
    uint64_t version;
    unsigned int tries;
    PyObject *key;
    PyObject *value; /* borrowed */
} hg_item;

/* Owned, so that no other string can come to lie where this one was. */
static void hg_keep_name(PyObject **kept, PyObject *name) {
    Py_INCREF(name);
    Py_XSETREF(*kept, name);
}

static void hg_keep_field(PyTypeObject *type, PyObject *name, hg_attribute *kept) {
    if (type->tp_getattro != PyObject_GenericGetAttr) return;
    PyObject *found = _PyType_Lookup(type, name); /* borrowed; it gives the type a version */
    if (found == NULL || !Py_IS_TYPE(found, &PyMemberDescr_Type)) return;
    PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
    if (member->type != T_OBJECT_EX || (member->flags & PY_AUDIT_READ)) return;
    if (!(type->tp_flags & Py_TPFLAGS_VALID_VERSION_TAG)) return;
    hg_keep_name(&kept->name, name);
    kept->offset = member->offset;
    kept->type_version = type->tp_version_tag;
}

static PyObject *hg_of_module(PyObject *module, PyObject *name, hg_attribute *kept) {
    PyObject *dict = PyModule_GetDict(module);
    uint64_t version = ((PyDictObject *)dict)->ma_version_tag;
    if (kept->of_module != NULL && kept->name == name && kept->module_version == version) {
        Py_INCREF(kept->of_module);
        return kept->of_module;
    }
    PyObject *found = PyObject_GetAttr(module, name);
    if (found != NULL && PyDict_GetItemWithError(dict, name) == found) {
        hg_keep_name(&kept->name, name);
        kept->type_version = 0;
        kept->module_version = ((PyDictObject *)dict)->ma_version_tag;
        kept->of_module = found;
    }
    return found;
}

/* What a type has under a name, for places that meet many types: one shelf for the whole library. */
typedef struct {
    unsigned int type_version;
    int dict_first;    /* an object may have another thing under the name in its own dictionary */
    Py_ssize_t offset; /* of a field in the object; 0 for all else */
    PyObject *name;
    PyObject *found;   /* borrowed: it lives as long as the type stays as it is */
    int takes_self;    /* as `hg_takes_self` says; 0 where nobody has asked yet */
} hg_on_shelf;

#define HG_SHELF 4096

__attribute__((weak)) hg_on_shelf hg_shelf[HG_SHELF];

static int hg_fits(hg_on_shelf *place, PyTypeObject *type, PyObject *name) {
    return place->type_version == type->tp_version_tag && place->name == name && place->type_version != 0;
}

/* Nothing is kept of a type that looks names up in its own way. */
static void hg_put_on_shelf(PyTypeObject *type, PyObject *name, hg_on_shelf *place) {
    if (type->tp_getattro != PyObject_GenericGetAttr) return;
    PyObject *found = _PyType_Lookup(type, name); /* borrowed; it gives the type a version */
    if (found == NULL || !(type->tp_flags & Py_TPFLAGS_VALID_VERSION_TAG)) return;
    hg_keep_name(&place->name, name);
    place->type_version = type->tp_version_tag;
    place->found = found;
    place->offset = 0;
    place->takes_self = 0;
    place->dict_first = type->tp_dictoffset != 0 && Py_TYPE(found)->tp_descr_set == NULL;
    if (Py_IS_TYPE(found, &PyMemberDescr_Type)) {
        PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
        if (member->type == T_OBJECT_EX && !(member->flags & PY_AUDIT_READ)) place->offset = member->offset;
    }
}

static hg_on_shelf *hg_from_shelf(PyTypeObject *type, PyObject *name) {
    hg_on_shelf *place = &hg_shelf[(type->tp_version_tag * 31 + ((uintptr_t)name >> 4)) % HG_SHELF];
    if (!hg_fits(place, type, name)) hg_put_on_shelf(type, name, place);
    return hg_fits(place, type, name) ? place : NULL;
}

/* What an object has under the name in its own dictionary, borrowed. */
static PyObject *hg_own(PyObject *object, PyObject *name) {
    PyObject **dict = _PyObject_GetDictPtr(object);
    return dict == NULL || *dict == NULL ? NULL : PyDict_GetItemWithError(*dict, name);
}

static PyObject *hg_of_type(PyObject *object, PyObject *name) {
    PyTypeObject *type = Py_TYPE(object);
    hg_on_shelf *place = hg_from_shelf(type, name);
    if (place == NULL) return PyObject_GetAttr(object, name);
    PyObject *found = place->found, *value = NULL;
    if (place->offset != 0) value = *(PyObject **)((char *)object + place->offset);
    if (place->dict_first) value = hg_own(object, name);
    if (value != NULL) {
        Py_INCREF(value);
        return value;
    }
    descrgetfunc get = Py_TYPE(found)->tp_descr_get;
    Py_INCREF(found);
    if (get == NULL) return found;
    value = get(found, object, (PyObject *)type);
    Py_DECREF(found);
    return value;
}

static PyObject *hg_find_attribute(PyObject *object, PyObject *name, hg_attribute *kept) {
    if (!PyUnicode_CheckExact(name)) return PyObject_GetAttr(object, name);
    if (PyModule_CheckExact(object)) return hg_of_module(object, name, kept);
    if (kept->tries < HG_TRIES) {
        kept->tries++;
        kept->of_module = NULL;
        hg_keep_field(Py_TYPE(object), name, kept);
    }
    return hg_of_type(object, name);
}

/* What `object.__new__` and its like give, where a type has not got one that is written in Python. */
static int hg_makes_plainly(PyObject *type, PyObject *name) {
    static PyObject *new_name = NULL;
    if (new_name == NULL) new_name = PyUnicode_InternFromString("__new__");
    if (name != new_name || !PyType_Check(type)) return 0;
    PyObject *found = _PyType_Lookup((PyTypeObject *)type, name);
    return found != NULL && PyCFunction_Check(found) && PyCFunction_GET_SELF(found) == type;
}

/* Whether what was found is called with the object before the arguments: 1 if so, else -1. Functions that are written in
C say so of themselves. Methods of a Struct are objects that mypyc makes a class for each: binding one makes a plain
method of it. */
static int hg_takes_self(hg_on_shelf *place, PyObject *object) {
    PyObject *found = place->found;
    if (PyType_HasFeature(Py_TYPE(found), Py_TPFLAGS_METHOD_DESCRIPTOR)) return 1;
    descrgetfunc get = Py_TYPE(found)->tp_descr_get;
    if (get == NULL || Py_TYPE(found)->tp_descr_set != NULL || PyVectorcall_Function(found) == NULL) return -1;
    PyObject *bound = get(found, object, (PyObject *)Py_TYPE(object));
    int plain = bound != NULL && PyMethod_Check(bound) && PyMethod_GET_FUNCTION(bound) == found &&
                PyMethod_GET_SELF(bound) == object;
    Py_XDECREF(bound);
    PyErr_Clear();
    return plain ? 1 : -1;
}

/* A method is called without being bound, and found as an attribute is. */
static PyObject *hg_call_method(PyObject *name, PyObject *const *args, size_t nargsf, PyObject *keywords) {
    hg_on_shelf *place = hg_from_shelf(Py_TYPE(args[0]), name);
    if (place == NULL && PyVectorcall_NARGS(nargsf) == 2 && args[0] == args[1] && hg_makes_plainly(args[0], name)) {
        PyObject *nothing = PyTuple_New(0), *made = ((PyTypeObject *)args[0])->tp_new((PyTypeObject *)args[0], nothing, NULL);
        Py_DECREF(nothing);
        return made;
    }
    if (place != NULL && place->takes_self == 0) place->takes_self = hg_takes_self(place, args[0]);
    if (place == NULL || place->takes_self < 0 || (place->dict_first && hg_own(args[0], name) != NULL))
        return PyObject_VectorcallMethod(name, args, nargsf, keywords);
    PyObject *method = place->found;
    Py_INCREF(method);
    PyObject *answer = PyObject_Vectorcall(method, args, nargsf & ~PY_VECTORCALL_ARGUMENTS_OFFSET, keywords);
    Py_DECREF(method);
    return answer;
}

/* A place that makes named tuples of one class: the class, its version, and how many fields it has. */
typedef struct {
    PyObject *named; /* borrowed: it lives as long as the version stands */
    unsigned int version;
    unsigned int tries;
    Py_ssize_t fields;
} hg_callee;

/* Whether a class is made by `collections.namedtuple`, whose `__new__` puts its arguments into the tuple as they are. */
static void hg_keep_named(PyObject *callee, hg_callee *kept) {
    PyTypeObject *type = (PyTypeObject *)callee;
    kept->tries++;
    if (!PyType_Check(callee) || type->tp_base != &PyTuple_Type) return;
    PyObject *fields = PyDict_GetItemString(type->tp_dict, "_fields");
    PyObject *maker = PyDict_GetItemString(type->tp_dict, "__new__");
    if (fields == NULL || !PyTuple_CheckExact(fields) || maker == NULL) return;
    PyObject *function = PyObject_GetAttrString(maker, "__func__");
    int ours = function != NULL && PyFunction_Check(function) &&
               PyDict_GetItemString(PyFunction_GET_GLOBALS(function), "_tuple_new") != NULL;
    Py_XDECREF(function);
    PyErr_Clear();
    PyObject *name = PyUnicode_InternFromString("_fields");
    _PyType_Lookup(type, name); /* it gives the type a version */
    Py_DECREF(name);
    if (!ours || !(type->tp_flags & Py_TPFLAGS_VALID_VERSION_TAG)) return;
    kept->named = callee;
    kept->version = type->tp_version_tag;
    kept->fields = PyTuple_GET_SIZE(fields);
}

static PyObject *hg_new_named(PyTypeObject *type, PyObject *const *args, Py_ssize_t count) {
    PyObject *made = type->tp_alloc(type, count);
    if (made == NULL) return NULL;
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_INCREF(args[i]);
        PyTuple_SET_ITEM(made, i, args[i]);
    }
    return made;
}

/* Structs are made by a function that takes the arguments as they lie here. Python would put them into a tuple first,
since a type made by a subclass of msgspec's metaclass does not say that it has such a function. */
static inline PyObject *hg_call(
    PyObject *callee, PyObject *const *args, size_t nargsf, PyObject *keywords, hg_callee *kept
) {
    PyTypeObject *type = Py_TYPE(callee);
    if (type->tp_call == PyVectorcall_Call && type->tp_vectorcall_offset > 0) {
        vectorcallfunc function;
        memcpy(&function, (char *)callee + type->tp_vectorcall_offset, sizeof(function));
        if (function != NULL) return function(callee, args, nargsf, keywords);
    }
    if (type == &PyType_Type && keywords == NULL) {
        if (kept->named == NULL && kept->tries < HG_TRIES) hg_keep_named(callee, kept);
        if (kept->named == callee && kept->version == ((PyTypeObject *)callee)->tp_version_tag &&
            kept->fields == PyVectorcall_NARGS(nargsf))
            return hg_new_named((PyTypeObject *)callee, args, kept->fields);
    }
    return PyObject_Vectorcall(callee, args, nargsf, keywords);
}

/* Iterators of lists and tuples, which compiled code goes through where it knows no more than that it is a sequence. */
typedef struct {
    PyObject_HEAD
    Py_ssize_t index;
    PyObject *sequence; /* NULL once it is through */
} hg_iterator;

static PyObject *hg_next_of(PyObject *iterator) {
    PyObject *item = Py_TYPE(iterator)->tp_iternext(iterator);
    if (item == NULL && PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_StopIteration)) PyErr_Clear();
    return item;
}

static inline PyObject *hg_next(PyObject *iterator) {
    hg_iterator *own = (hg_iterator *)iterator;
    PyObject *item;
    if (Py_IS_TYPE(iterator, &PyListIter_Type) && own->sequence != NULL && own->index < PyList_GET_SIZE(own->sequence))
        item = PyList_GET_ITEM(own->sequence, own->index++);
    else if (Py_IS_TYPE(iterator, &PyTupleIter_Type) && own->sequence != NULL && own->index < PyTuple_GET_SIZE(own->sequence))
        item = PyTuple_GET_ITEM(own->sequence, own->index++);
    else
        return hg_next_of(iterator);
    Py_INCREF(item);
    return item;
}

/* Numbers, texts and None are never equal to one of the others' kind, and each is equal to itself. */
static inline int hg_plain(PyTypeObject *type) {
    return type == &PyLong_Type || type == &PyUnicode_Type || type == Py_TYPE(Py_None);
}

static inline PyObject *hg_compare(PyObject *a, PyObject *b, int how) {
    PyTypeObject *one = Py_TYPE(a), *other = Py_TYPE(b);
    if ((how == Py_EQ || how == Py_NE) && (a == b || one != other) && hg_plain(one) && hg_plain(other)) {
        PyObject *answer = (a == b) == (how == Py_EQ) ? Py_True : Py_False;
        Py_INCREF(answer);
        return answer;
    }
    return PyObject_RichCompare(a, b, how);
}

/* Small whole numbers, each of which Python has once, are at hand. */
#define HG_SMALL 257

__attribute__((weak)) PyObject *hg_small[HG_SMALL];

static PyObject *hg_new_number(CPyTagged number) {
    PyObject *made = CPyTagged_StealAsObject(number);
    if (number < 2 * HG_SMALL && !(number & CPY_INT_TAG)) {
        Py_INCREF(made);
        hg_small[number >> 1] = made;
    }
    return made;
}

static inline PyObject *hg_number(CPyTagged number) {
    if (number < 2 * HG_SMALL && !(number & CPY_INT_TAG) && hg_small[number >> 1] != NULL) {
        PyObject *made = hg_small[number >> 1];
        Py_INCREF(made);
        return made;
    }
    return hg_new_number(number);
}

static inline PyObject *hg_get_attribute(PyObject *object, PyObject *name, hg_attribute *kept) {
    if (Py_TYPE(object)->tp_version_tag == kept->type_version && kept->type_version != 0 && kept->name == name) {
        PyObject *value = *(PyObject **)((char *)object + kept->offset);
        if (value != NULL) {
            Py_INCREF(value);
            return value;
        }
    }
    return hg_find_attribute(object, name, kept);
}

static PyObject *hg_find_item(PyObject *dict, PyObject *key, hg_item *kept) {
    PyObject *found = CPyDict_GetItem(dict, key);
    if (found != NULL && kept->tries < HG_TRIES && PyDict_CheckExact(dict) && PyUnicode_CheckExact(key)) {
        kept->tries++;
        hg_keep_name(&kept->key, key);
        kept->value = found;
        kept->version = ((PyDictObject *)dict)->ma_version_tag;
    }
    return found;
}

static inline PyObject *hg_get_item(PyObject *dict, PyObject *key, hg_item *kept) {
    if (kept->key == key && PyDict_CheckExact(dict) && ((PyDictObject *)dict)->ma_version_tag == kept->version) {
        Py_INCREF(kept->value);
        return kept->value;
    }
    return hg_find_item(dict, key, kept);
}

static inline double hg_as_double(PyObject *number) {
    return PyFloat_CheckExact(number) ? PyFloat_AS_DOUBLE(number) : PyFloat_AsDouble(number);
}

/* Appending to a vec that has room is two writes; `for_the_c_compiler` puts this where mypyc calls librt for it. */
static inline VecFloat hg_append(VecFloat numbers, double number) {
    if (numbers.items != NULL && numbers.len < Py_SIZE(VEC_FLOAT_BUF_FROM_ITEMS(numbers.items))) {
        numbers.items[numbers.len++] = number;
        return numbers;
    }
    return VecFloatApi.append(numbers, number);
}

/* The same of a list, which mostly has room: it grows by more than one. */
static inline int hg_append_to_list(PyObject *list, PyObject *item) {
    PyListObject *row = (PyListObject *)list;
    Py_ssize_t end = Py_SIZE(row);
    if (end < row->allocated) {
        Py_INCREF(item);
        row->ob_item[end] = item;
        Py_SET_SIZE(row, end + 1);
        return 0;
    }
    return PyList_Append(list, item);
}

#define HG_KEPT(what, call) __extension__({ static what kept; call; })

#undef CPyObject_GetAttr
#define CPyObject_GetAttr(object, name) HG_KEPT(hg_attribute, hg_get_attribute((object), (name), &kept))
#define CPyDict_GetItem(dict, key) HG_KEPT(hg_item, hg_get_item((dict), (key), &kept))
#define PyFloat_AsDouble(number) hg_as_double(number)
#define PyObject_VectorcallMethod(name, args, nargsf, keywords) hg_call_method((name), (args), (nargsf), (keywords))
#define PyObject_Vectorcall(callee, args, nargsf, keywords) \
    HG_KEPT(hg_callee, hg_call((callee), (args), (nargsf), (keywords), &kept))
#define PyList_Append(list, item) hg_append_to_list((list), (item))
#define PyIter_Next(iterator) hg_next(iterator)
#define PyObject_RichCompare(a, b, how) hg_compare((a), (b), (how))
#undef CPyTagged_StealAsObject
#define CPyTagged_StealAsObject(number) hg_number(number)

#endif
#endif
