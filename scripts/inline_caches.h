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

static PyObject *hg_find_attribute(PyObject *object, PyObject *name, hg_attribute *kept) {
    if (!PyUnicode_CheckExact(name)) return PyObject_GetAttr(object, name);
    if (PyModule_CheckExact(object)) return hg_of_module(object, name, kept);
    if (kept->tries < HG_TRIES) {
        kept->tries++;
        kept->of_module = NULL;
        hg_keep_field(Py_TYPE(object), name, kept);
    }
    return PyObject_GetAttr(object, name);
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

#define HG_KEPT(what, call) __extension__({ static what kept; call; })

#undef CPyObject_GetAttr
#define CPyObject_GetAttr(object, name) HG_KEPT(hg_attribute, hg_get_attribute((object), (name), &kept))
#define CPyDict_GetItem(dict, key) HG_KEPT(hg_item, hg_get_item((dict), (key), &kept))
#define PyFloat_AsDouble(number) hg_as_double(number)

#endif
#endif
